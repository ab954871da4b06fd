import { plainText } from "./plain-text";

/** An e-mail address as people write or paste it, without what surrounds it; the domain in small letters. */
export function plainEmail(typed: string): string {
  const text = plainText(typed);
  const address = (/<([^<>]*)>[\s.,;]*$/.exec(text)?.[1] ?? text)
    .replace(/^mailto:([^?]*).*/i, "$1")
    .replace(/^[\s"'(]+|[\s"'),;.]+$/g, "")
    .replace(/\s*@\s*/, "@");
  // The domain is the same in any case; the name may not be.
  return address.replace(/@[^@]*$/, (domain) => domain.toLowerCase());
}

/** What is wrong with a text that is no e-mail address, as a sentence. */
export function emailProblem(email: string): string {
  const asked = "escríbelo completo, como nombre@ejemplo.com.";
  if (!email.includes("@")) return `Al correo le falta la @: ${asked}`;
  if (/@.*@/.test(email)) return "Hay dos correos, o dos @: deja un solo correo.";
  const sign = /[^!-~]/u.exec(email)?.[0];
  if (sign?.trim() === "") return "El correo no lleva espacios: quítalos.";
  if (sign) return `El correo no puede llevar «${sign}»: revísalo.`;
  if (!/@.+\../.test(email)) return "Al correo le falta el final, como .com: escríbelo completo.";
  return `Revisa el correo: ${asked}`;
}

/** The note after saving an e-mail address that ends as none does (`.con`), or undefined. */
export function emailNote(email: string | null): string | undefined {
  const [ending] = /\.(?:con|cim|clm|cmo|cpm|ocm|vom|xom|comm|coom)$/.exec(email ?? "") ?? [];
  return ending && `El correo se guardó, pero termina en «${ending}»: revisa si es «.com».`;
}
