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
      <dd className="text-[min(var(--text-xl),5.4vw)] font-semibold tabular-nums wrap-anywhere md:text-2xl">{children}</dd>
    </div>
  );
}
