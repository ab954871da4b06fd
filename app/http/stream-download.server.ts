import type { Readable } from "node:stream";

/**
 * A file `name` that is sent as it is made, no faster than it is taken (`drained` is the server's word for that). Whoever
 * goes away ends the making; what fails breaks the connection off, so that a part is never taken for the whole.
 */
export function downloadReply(name: string, type: string, file: Readable, { signal }: Request, drained = async () => {}) {
  const pieces: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  const leave = () => file.destroy();
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await drained();
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // Nobody is there to be told.
          if (signal.aborted) controller.close();
          else controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}
