/** The address that opens WhatsApp with a message to the studio already written. */
export function whatsappUrl(number: string, message: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(message)}`;
}

/** The address that dials a telephone as the studio writes it: `tel:+520000000000`. */
export function telUrl(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/** The address of a client's editor, which comes back to `back`. */
export function clientePath(id: string, back: string): string {
  return `/admin/clientes/${id}?de=${encodeURIComponent(back)}`;
}
