/**
 * A read that callers share until it starts: those who ask for the same in one turn of the event loop get one answer, as the
 * layout and the screen of a page do. No answer is older than the question.
 */
export function batchedRead<T>(read: (key: string) => Promise<T>): (key?: string) => Promise<T> {
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
