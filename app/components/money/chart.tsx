import type { ReactNode } from "react";
import type { Drawing } from "~/format/chart.server";

type ChartProps = { id: string; title: string; sentence: string; narrow: Drawing; wide: Drawing; children: ReactNode };

/**
 * A chart of income and expenses as bars, and of the net amounts as a line if there is one. `sentence` describes it in words, `id`
 * is unique on the page, and `children` is the table with its figures.
 */
export function Chart({ id, title, sentence, narrow, wide, children }: ChartProps) {
  const description = { title, sentence };
  return (
    <figure className="card @container">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm" aria-hidden="true">
        <Key name="Ingresos">
          <rect width="14" height="14" className="fill-good" />
        </Key>
        <Key name="Egresos">
          <Hatch id={`${id}-clave`} />
          <rect
            x="0.75"
            y="0.75"
            width="12.5"
            height="12.5"
            fill={`url(#${id}-clave)`}
            className="stroke-bad"
            strokeWidth="1.5"
          />
        </Key>
        {wide.neto === null ? null : (
          <Key name="Utilidad neta">
            <path d="M0,7h14" className="stroke-ink" strokeWidth="2" />
            <circle cx="7" cy="7" r="3.5" className="fill-ink" />
          </Key>
        )}
      </ul>
      <Plot id={`${id}-angosta`} className="@xl:hidden" drawing={narrow} {...description} />
      <Plot id={`${id}-ancha`} className="hidden @xl:block" drawing={wide} {...description} />
      <figcaption className="text-soft">{sentence}</figcaption>
      <details className="datos">
        <summary className="link">Ver los datos</summary>
        {children}
      </details>
    </figure>
  );
}

function Key({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
        {children}
      </svg>
      {name}
    </li>
  );
}

// Each drawing defines its own pattern, because one of a drawing with `display: none` cannot be referenced.
function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" className="fill-bad-paper" />
      <path d="M0,0v5" className="stroke-bad" strokeWidth="3" />
    </pattern>
  );
}

type PlotProps = { id: string; className: string; drawing: Drawing; title: string; sentence: string };

function Plot({ id, className, drawing, title, sentence }: PlotProps) {
  const { width, height, left, right, rules, names, ingresos, egresos, neto, dots } = drawing;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={`h-auto w-full ${className}`}
      role="img"
      aria-labelledby={`${id}-titulo`}
      aria-describedby={`${id}-frase`}
      fontSize="12"
    >
      <title id={`${id}-titulo`}>{title}</title>
      <desc id={`${id}-frase`}>{sentence}</desc>
      <Hatch id={`${id}-trama`} />
      {rules.map(({ y, label, isZero }) => (
        <g key={y}>
          <path d={`M${left},${y}H${right}`} className={isZero ? "stroke-soft" : "stroke-line"} />
          <text x={left - 8} y={y} dy="0.35em" textAnchor="end" className="fill-soft tabular-nums">
            {label}
          </text>
        </g>
      ))}
      {names.map(({ x, label }) => (
        <text key={x} x={x} y={height - 8} textAnchor="middle" className="fill-soft">
          {label}
        </text>
      ))}
      <path d={ingresos} className="fill-good" />
      <path d={egresos} fill={`url(#${id}-trama)`} className="stroke-bad" strokeWidth="1" />
      {neto === null ? null : (
        <>
          <path d={neto} fill="none" className="stroke-card" strokeWidth="5" strokeLinejoin="round" />
          <path d={neto} fill="none" className="stroke-ink" strokeWidth="2" strokeLinejoin="round" />
        </>
      )}
      {dots.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="3.5" className="fill-ink stroke-card" strokeWidth="1" />
      ))}
    </svg>
  );
}
