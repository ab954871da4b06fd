/** What happens to new accounts, as the owner is told. */
export const SIGN_UP_SENTENCES = {
  open: "Cualquiera puede crear una cuenta y entrar.",
  approval: "Las cuentas nuevas esperan tu aprobación.",
  closed: "Nadie puede crear cuentas nuevas.",
};
