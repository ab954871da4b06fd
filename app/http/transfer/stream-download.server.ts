import type { Readable } from "node:stream";

/**
 * A download `name` that streams `file` no faster than the client takes it (`drained` settles when the socket is empty). A client
 * that disconnects destroys `file`; an error breaks the connection, so that a partial file is not taken for a complete one.
 */
export function downloadReply(name: string, type: string, file: Readable, { signal }: Request, drained = async () => {}) {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  const stop = () => file.destroy();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await drained();
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // After a disconnect no error needs to reach the client.
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
