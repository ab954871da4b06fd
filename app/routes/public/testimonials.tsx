import { SectionTitle } from "~/components/public/section-title";

type Testimonio = { id: string; nombre: string; testimonio: string; rating: number };

// One row of the grid; the others open below it.
const FIRST = 3;

/** The testimonials, newest first; undefined when they could not be read. */
export function Testimonios({ title, testimonios }: { title: string; testimonios: Testimonio[] | undefined }) {
  const others = testimonios?.slice(FIRST) ?? [];
  return (
    <section className="band voices" id="testimonials" aria-labelledby="testimonials-title">
      <div className="wrap">
        <SectionTitle id="testimonials-title" title={title} name="Testimonios" />
        {testimonios?.length === 0 ? <p className="lead none">No hay testimonios disponibles en este momento.</p> : null}
        {testimonios?.length ? <Voices testimonios={testimonios.slice(0, FIRST)} name="Lo que dicen de nosotras" /> : null}
        {others.length > 0 ? (
          <details className="more">
            <summary>{`Ver ${others.length} testimonios más`}</summary>
            <Voices testimonios={others} name="Más testimonios" />
          </details>
        ) : null}
      </div>
    </section>
  );
}

function Voices({ testimonios, name }: { testimonios: Testimonio[]; name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, with the arrow keys too.
    <ul tabIndex={0} aria-label={name}>
      {testimonios.map(({ id, nombre, testimonio, rating }) => (
        <li key={id}>
          <Stars rating={rating} />
          <blockquote>{testimonio}</blockquote>
          <p>{nombre}</p>
        </li>
      ))}
    </ul>
  );
}

/** A rating from 1 to 5, drawn by the style sheet and named for screen readers. */
function Stars({ rating }: { rating: number }) {
  return <span className={`stars full-${rating}`} role="img" aria-label={`${rating} de 5 estrellas`} />;
}
