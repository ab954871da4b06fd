/** A sample of an accent: a link and a button on a background. */
export function AccentSample({
  label,
  accent,
  background,
  onAccent,
}: {
  label: string;
  accent: string;
  background: string;
  onAccent: string;
}) {
  return (
    <svg viewBox="0 0 320 96" role="img" aria-label={`${label}: ${accent}`} className="w-full rounded-xl border border-line">
      <rect width="320" height="96" fill={background} />
      <text x="20" y="54" fill={accent} fontSize="17" textDecoration="underline">
        {label}
      </text>
      <rect x="180" y="26" width="120" height="44" rx="22" fill={accent} />
      <text x="240" y="54" fill={onAccent} fontSize="16" fontWeight="600" textAnchor="middle">
        {accent}
      </text>
    </svg>
  );
}
