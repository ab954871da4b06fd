/** The public pages that always exist, by path, and their names in the navigation. The sitemap and the page cache list them too. */
export const PUBLIC_PAGES = { "/": "Inicio", "/about": "Nosotros", "/gallery": "Galería" };
