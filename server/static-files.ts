import express from "express";
import expressStaticGzip from "express-static-gzip";
import { sendErrorPage } from "./error-page";

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3_600;

/** Serves `public/` with its precompressed variants. Files of the build and fonts never change under the same name. */
export function publicFiles(development: boolean): express.RequestHandler {
  const files = expressStaticGzip("public", {
    enableBrotli: true,
    orderPreference: ["br"],
    index: false,
    serveStatic: {
      redirect: false,
      setHeaders(response, file) {
        const isImmutable = /[\\/](build|fonts)[\\/]/.test(file) && !development;
        const maxAge = isImmutable ? `${YEAR_SECONDS}, immutable` : HOUR_SECONDS;
        response.setHeader("Cache-Control", `public, max-age=${maxAge}`);
        if (/speculation-rules\.json/.test(file)) response.setHeader("Content-Type", "application/speculationrules+json");
      },
    },
  });
  // Pages have no extension: no need to look for them on the disk.
  return (request, response, next) => (/\.\w+$/.test(request.path) ? files(request, response, next) : next());
}

/** Serves the pictures in `folder`, and no other file in it. Their names are never reused. */
export function uploadedPictures(folder: string): express.RequestHandler {
  const files = express.static(folder, {
    index: false,
    redirect: false,
    setHeaders(response) {
      response.setHeader("Cache-Control", `public, max-age=${YEAR_SECONDS}, immutable`);
      response.setHeader("Content-Type", "image/webp");
    },
  });
  return (request, response, next) => {
    const notFound = () =>
      sendErrorPage(response, 404, "No encontramos esa imagen", "Puede que la hayan eliminado. Empieza desde el inicio.");
    if (!/^\/susa-servicios\/servicios\/\d{1,16}-\d{1,4}(-\d{3,4})?\.webp$/.test(request.path)) return notFound();
    files(request, response, (error) => (error ? next(error) : notFound()));
  };
}

type FileRequestError = { status: number; headers?: Record<string, string> };

/** Whether Express's file server threw an error with a 4xx status: an invalid range or a failed precondition. */
export function isFileRequestError(error: unknown): error is FileRequestError {
  return error instanceof Error && "status" in error && Number(error.status) >= 400 && Number(error.status) < 500;
}

/** Sends the error page for such an error, without the headers of the file. */
export function sendFileRequestError({ status, headers }: FileRequestError, response: express.Response): void {
  for (const name of ["ETag", "Last-Modified", "Cache-Control", "Content-Encoding"]) response.removeHeader(name);
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  const title = status === 416 ? "Esa parte del archivo no existe" : "No se pudo abrir el archivo";
  sendErrorPage(response, status, title, "Puede que haya cambiado. Vuelve a abrirlo desde el principio.");
}
