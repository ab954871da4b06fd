import type { ReactNode } from "react";
import { Icon, type IconName } from "~/components/icon";

/** A figure with its label, for a `dl`. */
export function Stat({ icon, label, children }: { icon?: IconName; label: string; children: ReactNode }) {
  return (
    <div className="card">
      <dt className="flex items-center gap-2 text-sm text-soft">
        {icon ? (
          <span className="text-accent max-sm:hidden">
            <Icon name={icon} />
          </span>
        ) : null}
        {label}
      </dt>
      <dd className="font-display text-[min(var(--text-2xl),5.4vw)] tabular-nums wrap-anywhere md:text-3xl">{children}</dd>
    </div>
  );
}
