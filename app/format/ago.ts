const relativeTime = /* @__PURE__ */ new Intl.RelativeTimeFormat("es-MX");

/** How long ago a moment was: `hace 12 minutos`, `hace 5 horas`, `hace 3 días`. */
export function formatAge(moment: Date, now = Date.now()): string {
  const minutes = Math.floor((now - moment.getTime()) / 60_000);
  if (minutes < 60) return relativeTime.format(-Math.max(1, minutes), "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? relativeTime.format(-hours, "hour") : relativeTime.format(-Math.floor(hours / 24), "day");
}

const nearTime = /* @__PURE__ */ new Intl.RelativeTimeFormat("es-MX", { numeric: "auto" });

/**
 * How long before `today` a calendar day was, as it is said: `hoy`, `ayer`, `hace 9 días`, `hace 7 semanas`, `hace 5 meses`. A day that is
 * still to come is `hoy`: it is about what is done.
 */
export function formatDaysAgo(day: string, today: string): string {
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000));
  if (days < 14) return nearTime.format(-days, "day");
  if (days < 61) return relativeTime.format(-Math.floor(days / 7), "week");
  return days < 730
    ? relativeTime.format(-Math.floor(days / 30.44), "month")
    : relativeTime.format(-Math.floor(days / 365.25), "year");
}
