import { type LoaderFunctionArgs, type MetaFunction, redirect, type SerializeFrom } from "@remix-run/node";
import { Form, Link, Outlet, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import { Badge, DeleteWithConfirmation, EmptyState, Pages, ScreenHeader } from "~/components/admin";
import { Icon } from "~/components/icon";
import { srcSet } from "~/format/picture";
import { plural } from "~/format/text";
import { orUnavailable, requireUser } from "~/http/guards.server";
import { readList } from "~/http/list.server";
import { listImagenes, listServiciosConImagenes, PAGE_SIZE } from "~/models/imagen.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const { q, pagina } = readList(request);
  const asked = new URL(request.url).searchParams.get("servicio") ?? "";
  const servicios = await orUnavailable(listServiciosConImagenes(), UNREADABLE);
  const servicio = servicios.some(({ id }) => id === asked) ? asked : "";
  const list = await orUnavailable(listImagenes({ q, servicio, pagina }), UNREADABLE);
  const last = Math.max(1, Math.ceil(list.total / PAGE_SIZE));
  // The last image of the last page was deleted, or the address is old: the list is not empty.
  if (pagina > last) throw redirect(`/admin/galeria?${new URLSearchParams({ q, servicio, pagina: String(last) })}`);
  return { q, servicio, servicios, pagina, size: PAGE_SIZE, ...list };
}

const UNREADABLE = "No se pudieron cargar las imágenes";

export const meta: MetaFunction = () => [{ title: "Gestión de Galería" }];

export default function Galeria() {
  const { q, servicio, servicios, pagina, size, imagenes, total } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const covered = useMatches().some(({ id }) => id.startsWith("routes/admin.galeria."));
  const narrowed = q !== "" || servicio !== "";
  const create = (
    <Link to={`nueva${search}`} preventScrollReset className="button">
      <Icon name="plus" />
      Nueva Imagen
    </Link>
  );
  return (
    <>
      <div inert={covered ? "" : undefined} className="@container">
        <ScreenHeader title="Gestión de Galería" action={create}>
          Imágenes de los servicios y de los trabajos realizados
        </ScreenHeader>
        <Filter q={q} servicio={servicio} servicios={servicios} />
        <p className="mb-5 text-soft">
          {narrowed ? plural(total, "imagen encontrada", "imágenes encontradas") : plural(total, "imagen", "imágenes")}
        </p>
        {imagenes.length === 0 ? (
          <EmptyState title={narrowed ? "Ninguna imagen coincide con esa búsqueda" : "No hay imágenes registradas"}>
            {narrowed ? (
              <Link className="link" to="/admin/galeria">
                Ver todas las imágenes
              </Link>
            ) : (
              create
            )}
          </EmptyState>
        ) : (
          <ul className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
            {imagenes.map((imagen) => (
              <Card key={imagen.id} imagen={imagen} search={search} />
            ))}
          </ul>
        )}
        <Pages total={total} size={size} page={pagina} />
      </div>
      <Outlet />
    </>
  );
}

type ListData = SerializeFrom<typeof loader>;

function Card({ imagen, search }: { imagen: ListData["imagenes"][number]; search: string }) {
  const { id, image_url, alt_text, is_featured, display_order, archivo } = imagen;
  const nombre = imagen.servicio?.nombre ?? "Servicio eliminado";
  // Where many images are of one service, what tells them apart for who cannot see them.
  const of = `la imagen ${display_order} de ${nombre}`;
  return (
    <li className="card">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="text-xl wrap-anywhere">{nombre}</h2>
        {is_featured ? <Badge tone="done">Destacada</Badge> : null}
      </div>
      <span className="thumbnail">
        <img
          src={image_url}
          srcSet={srcSet({ url: image_url, width: archivo?.width })}
          sizes="(width < 36rem) 90vw, 22rem"
          alt={alt_text ?? ""}
          width={archivo?.width ?? 800}
          height={archivo?.height ?? 600}
          loading="lazy"
          // Another site's image need not learn who looks at it.
          referrerPolicy={image_url.startsWith("https:") ? "no-referrer" : undefined}
        />
      </span>
      <div className="text-soft">
        <p>Orden: {display_order}</p>
        <p className="wrap-anywhere">{alt_text ?? "Sin texto alternativo"}</p>
      </div>
      <div className="mt-auto flex flex-wrap gap-2 pt-2">
        <Link to={`${id}${search}`} preventScrollReset className="button button-quiet">
          <Icon name="edit" />
          Editar<span className="sr-only"> {of}</span>
        </Link>
        <DeleteWithConfirmation
          id={id}
          action={`/admin/galeria/${id}/eliminar${search}`}
          question="¿Estás segura de que quieres eliminar esta imagen?"
          of={of}
        />
      </div>
    </li>
  );
}

/** The search, and the one service to look at; both stay in the address. */
function Filter({ q, servicio, servicios }: Pick<ListData, "q" | "servicio" | "servicios">) {
  return (
    <Form role="search" className="mb-5 grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
      <div className="grid gap-1.5">
        <label htmlFor="buscar" className="font-semibold">
          Buscar por texto o servicio
        </label>
        <input id="buscar" type="search" name="q" defaultValue={q} key={q} className="control" autoComplete="off" />
      </div>
      <div className="grid min-w-0 gap-1.5">
        <label htmlFor="servicio" className="font-semibold">
          Servicio
        </label>
        <select id="servicio" name="servicio" defaultValue={servicio} key={servicio} className="control">
          <option value="">Todos los servicios</option>
          {servicios.map(({ id, nombre }) => (
            <option key={id} value={id}>
              {nombre}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button button-quiet">
        <Icon name="search" />
        Buscar
      </button>
    </Form>
  );
}
