import { formatOneDecimal } from "./numbers";

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** Formats a number of bytes with a unit: `512 bytes`, `23.4 MB`. */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = formatOneDecimal(bytes / 1024 ** unit);
  return `${amount} ${UNITS[unit]}`;
}
