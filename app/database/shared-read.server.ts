/**
 * Wraps a read so that all calls with the same arguments in one turn of the event loop share one query, as the layout and the screen
 * of a page do. The query starts after the calls, so its answer is never older than they are.
 */
export function sharedRead<Args extends unknown[], T>(read: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  const waiting = new Map<string, Promise<T>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = waiting.get(key);
    if (known) return known;
    const answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
      waiting.delete(key);
      return read(...args);
    });
    waiting.set(key, answer);
    return answer;
  };
}
