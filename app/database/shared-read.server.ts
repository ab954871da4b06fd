/**
 * Wraps a read so that all calls with the same key in one turn of the event loop share one query, as the layout and the screen of a
 * page do. The query starts after the calls, so its answer is never older than they are.
 */
export function sharedRead<T>(read: (key: string) => Promise<T>): (key?: string) => Promise<T> {
  const waiting = new Map<string, Promise<T>>();
  return (key = "") => {
    const known = waiting.get(key);
    if (known) return known;
    const answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
      waiting.delete(key);
      return read(key);
    });
    waiting.set(key, answer);
    return answer;
  };
}
