/** The pages that the maps of the contact section may come from, without their search; the browser blocks all others. */
export const MAP_PAGES = ["https://www.google.com/maps/embed", "https://www.openstreetmap.org/export/embed.html"];

/** A link to a place in Google Maps or to the studio in Google's search. No page may show it in a frame: it opens by itself. */
export const GOOGLE_MAPS_LINK =
  /^https:\/\/((www\.)?google(\.com?)?(\.[a-z]{2})?\/maps|maps\.google(\.com?)?(\.[a-z]{2})?|maps\.app\.goo\.gl|goo\.gl\/maps|g\.page|g\.co\/kgs|share\.google)[/?][^\s\0]+$/i;
