/** The URL that opens WhatsApp with a message to `number`. */
export function whatsappUrl(number: string, message: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(message)}`;
}

/** The `tel:` URL of a telephone number in any format: `tel:+520000000000`. */
export function telUrl(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/** The URL of a client's editor, which returns to `back`. */
export function clientePath(id: string, back: string): string {
  return `/admin/clientes/${id}?de=${encodeURIComponent(back)}`;
}
