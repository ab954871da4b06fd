import type { ActionFunctionArgs, ServerBuild } from "@remix-run/node";
import type { RouteHandle } from "~/http/route-handle";

type RouteModule = ServerBuild["routes"][string]["module"];

const listsByRequest = new WeakMap<Request, string[]>();

/** A route whose submissions may have fields of the lists that its `handle.lists` declares. */
export function withFormLists(module: RouteModule): RouteModule {
  const { action, handle } = module;
  const lists = (handle as RouteHandle | undefined)?.lists;
  if (!action || !lists) return module;
  return {
    ...module,
    action: (args: ActionFunctionArgs) => {
      listsByRequest.set(args.request, lists);
      return action(args);
    },
  };
}

// Room for the largest form: `nombre`, `horario[6].abre`. Conform builds whatever a name describes, such as a list of a billion
// rows or a tree a thousand levels deep, copies a repeated field once for each repetition, and throws on a command
// (`__intent__`) that it cannot read and on a list that was sent as a plain field.
const MAX_FIELDS = 1000;
const PLAIN_NAME = /^(?!__)\w{1,60}$/;
const ROW_NAME = /^(\w{1,60})\[\d{1,3}\]\.\w{1,60}$/;

/** Throws 400 unless these can be the names of a form's fields, with rows only in the lists that the request's route declares. */
export function requireFieldNames(request: Request, names: string[]): void {
  const lists = listsByRequest.get(request) ?? [];
  const isAllowed = (name: string) =>
    PLAIN_NAME.test(name) ? !lists.includes(name) : lists.includes(ROW_NAME.exec(name)?.[1] ?? "");
  if (names.length > MAX_FIELDS || !names.every(isAllowed)) throw new Response(null, { status: 400 });
}
