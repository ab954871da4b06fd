import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { Outlet, RemixServer, Scripts, useLoaderData, useRouteError } from "@remix-run/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { handlersByRoutes } from "../../server/route-filter";
import { matchIds } from "../support/route-tree";

const build = (await import("../../build/index.js" as string)) as ServerBuild;

type Route = NonNullable<ServerBuild["routes"][string]>;
const routes = Object.values(build.routes).filter((route) => route !== undefined);

const ID = "10000000-0000-4000-8000-000000000001";
const pathOf = (id: string | undefined): string =>
  id ? `${pathOf(build.routes[id]?.parentId)}/${build.routes[id]?.path ?? ""}`.replace(/\/+/g, "/") : "";

/** Ways to write a URL that leads to a route, or to none. */
function urlsOf({ id }: Route): string[] {
  const path = pathOf(id).replace(/:\w+|\*/g, ID);
  return [
    path,
    pathOf(id).replace(/:\w+|\*/g, "nuevo"),
    pathOf(id).replace(/:\w+|\*/g, "a%2Fb"),
    path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    `${path.toUpperCase()}/`,
    `/${path.replaceAll("/", "//")}//?x=/admin`,
    `${path}/de-más/x.y`,
  ];
}

const urls = [...new Set(routes.flatMap(urlsOf))];

test("every URL matches the same routes and parameters as with all routes", () => {
  const buildFor = handlersByRoutes(build, (some) => some);
  for (const url of urls) {
    const some = buildFor(url);
    const { pathname } = new URL(`http://localhost${url}`);
    expect(matchIds(some.routes, pathname), url).toEqual(matchIds(build.routes, pathname));
    expect(Object.keys(some.assets.routes).sort(), url).toEqual(Object.keys(some.routes).sort());
  }
});

test("a handler knows few routes, and there are no more handlers than routes, whatever is asked", () => {
  const given = new Set(urls.map(handlersByRoutes(build, (some) => some)));
  given.delete(build);
  expect(Math.max(...[...given].map((some) => Object.keys(some.routes).length))).toBeLessThan(10);
  expect(given.size).toBeLessThanOrEqual(routes.length);
});

/** The build with loaders, actions and pages that say which route they are and what they were given. */
function talkingBuild(): ServerBuild {
  const moduleOf = ({ id, module }: Route): Route["module"] => {
    const answer = ({ request, params }: { request: Request; params: object }) => ({ id, url: request.url, params });
    const page = () => createElement("div", { id }, JSON.stringify(useLoaderData()), createElement(Outlet));
    const root = () => createElement("body", {}, page(), createElement(Scripts));
    const errorPage = () => createElement("p", { id }, JSON.stringify(useRouteError()));
    return {
      loader: answer,
      action: module.action && answer,
      // A route without these two is a file.
      default: module.default && (id === "root" ? root : page),
      ErrorBoundary: module.ErrorBoundary && errorPage,
    };
  };
  return {
    ...build,
    routes: Object.fromEntries(routes.map((route) => [route.id, { ...route, module: moduleOf(route) }])),
    entry: {
      module: {
        default: (request, status, headers, context) =>
          new Response(renderToString(createElement(RemixServer, { context, url: request.url })), { status, headers }),
        handleError: () => undefined,
      },
    },
  };
}

test("pages, data, files and refusals are answered as with all routes", async () => {
  const talking = talkingBuild();
  const whole = createRequestHandler(talking);
  const handlerFor = handlersByRoutes(talking, (some) => createRequestHandler(some));
  const pages = ["/", "/nada", `/servicio/${ID}`, "/admin", "/admin/nada", "/ADMIN/Clientes/", "//admin//clientes"];
  const others = ["/admin/client%65s", `/admin/clientes/${ID}/eliminar`, "/admin/clientes/nuevo", "/admin/barra", "/robots.txt"];
  const queries = ["", "?index", ...["list", "editor", "nada"].map((name) => `?_data=routes%2Fadmin%2Fclientes%2F${name}`)];
  for (const url of [...pages, ...others].flatMap((path) => queries.map((query) => path + query)))
    for (const method of ["GET", "POST"]) {
      const [answer, expected] = await Promise.all(
        [handlerFor(url), whole].map(async (handle) => {
          const response = await handle(new Request(`http://localhost${url}`, { method }));
          return { status: response.status, headers: [...response.headers], body: await response.text() };
        }),
      );
      expect(answer, `${method} ${url}`).toEqual(expected);
    }
});
