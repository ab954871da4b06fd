import { Photo } from "~/components/public/photo";
import { SectionTitle } from "~/components/public/section-title";
import { capitalize, fullName } from "~/format/text";
import type { Integrante } from "~/models/equipo/equipo.server";

/** The specialists that the site shows, each with her picture or initial; nothing when there are none. */
export function Team({ title, equipo }: { title: string; equipo: Integrante[] | undefined }) {
  if (!equipo?.length) return null;
  return (
    <section className="band wrap team" id="equipo" aria-labelledby="team-title">
      <SectionTitle id="team-title" title={title} name="Equipo" />
      <ul>
        {equipo.map((integrante) => (
          <li key={integrante.id}>
            {integrante.foto ? (
              <Photo
                picture={integrante.foto}
                alt={`Retrato de ${fullName(integrante)}`}
                sizes="(width >= 66rem) min(17vw, 14rem), (width >= 48rem) 28vw, 43vw"
              />
            ) : (
              <span className="photo initial" aria-hidden="true">
                {initialOf(integrante.nombre)}
              </span>
            )}
            <h3>{fullName(integrante)}</h3>
            {integrante.especialidades.length > 0 ? <p>{integrante.especialidades.map(capitalize).join(" · ")}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}
