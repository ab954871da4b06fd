/** What is still to be done for money that is given back, where the drawer does not hold it. */
export function alsoThere(metodo: string): string | undefined {
  if (metodo === "tarjeta") return "Haz también la devolución en la terminal.";
  return metodo === "transferencia" ? "Falta hacerle la transferencia." : undefined;
}
