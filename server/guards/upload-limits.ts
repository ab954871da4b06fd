import type { IncomingMessage } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import type { RouteHandle, UploadLimit } from "../../app/http/route-handle";
import { applicationOf, pathOfRoute } from "../application";

/** Gives the limit of a request that uploads files to a route that accepts them; otherwise undefined. */
export type UploadLimitOf = (request: IncomingMessage) => UploadLimit | undefined;

/** Reads from the build which routes accept files (`handle.upload`), and how large. */
export function uploadLimitsOf(build: ServerBuild): UploadLimitOf {
  const limits = Object.values(build.routes).flatMap((route) => {
    const { upload } = (route?.module.handle ?? {}) as RouteHandle;
    return route && upload ? [{ pattern: patternOf(pathOfRoute(route.id, build.routes), upload.params), upload }] : [];
  });
  return ({ method, url = "", headers }) => {
    if (method !== "POST" || !/^multipart\/form-data(;|$)/i.test(headers["content-type"] ?? "")) return undefined;
    const [path = ""] = url.split("?", 1);
    return limits.find(({ pattern }) => pattern.test(path))?.upload;
  };
}

/** Whether a request may take long: it sends files to a route that its account may use. */
export type MayTakeLong = (request: IncomingMessage) => Promise<boolean>;

/** Asks the build for the account of a request that sends files. */
export function longUploadsOf(build: ServerBuild): MayTakeLong {
  const uploadLimitOf = uploadLimitsOf(build);
  const { mayUse } = applicationOf(build);
  return async (request) => {
    const upload = uploadLimitOf(request);
    return upload !== undefined && mayUse(request.headers.cookie, upload.right);
  };
}

function patternOf(segments: string[], params: Record<string, string[]> = {}): RegExp {
  const parts = segments.map((segment) =>
    segment.startsWith(":") ? `(${params[segment.slice(1)]?.join("|") ?? "[^/]+"})` : segment,
  );
  return new RegExp(`^/+${parts.join("/")}/?$`, "i");
}
