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

/** What happens to new accounts, as the owner is told. */
export const SIGN_UP_SENTENCES = {
  open: "Cualquiera puede crear una cuenta y entrar.",
  approval: "Las cuentas nuevas esperan tu aprobación.",
  closed: "Nadie puede crear cuentas nuevas.",
};

/** Said where the database does not answer. */
export const UNREADABLE = "No se pudo consultar la base de datos. Espera un momento y vuelve a cargar la página.";
