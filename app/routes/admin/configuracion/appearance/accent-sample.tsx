type Props = { label: string; accent: string; scheme: { paper: string; "on-accent": string } };

/** A sample of an accent in a scheme of the site: a link and a button. */
export function AccentSample({ label, accent, scheme }: Props) {
  return (
    <svg viewBox="0 0 320 96" role="img" aria-label={`${label}: ${accent}`} className="w-full rounded-xl border border-line">
      <rect width="320" height="96" fill={scheme.paper} />
      <text x="20" y="54" fill={accent} fontSize="17" textDecoration="underline">
        {label}
      </text>
      <rect x="180" y="26" width="120" height="44" rx="22" fill={accent} />
      <text x="240" y="54" fill={scheme["on-accent"]} fontSize="16" fontWeight="600" textAnchor="middle">
        {accent}
      </text>
    </svg>
  );
}
