/** The pages that the maps of the contact section may come from, without their search; the browser blocks all others. */
export const MAP_PAGES = ["https://www.google.com/maps/embed", "https://www.openstreetmap.org/export/embed.html"];
