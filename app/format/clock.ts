/** The minutes after midnight of a time of day with 24 hours (`10:30`). */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** The time of day with 24 hours (`10:30`) some minutes after midnight. */
export function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
