export type Fact = { label: string; value: string };

/** A list of labels with their values. */
export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className="max-w-3xl divide-y divide-line rounded-2xl border border-line bg-card">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 px-5 py-3">
          <dt className="text-soft">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
