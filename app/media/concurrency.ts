/** Limits concurrent work to `places`, first come first served; `weight` is how many places one task takes. */
export function concurrencyLimit(places: number) {
  let free = places;
  const waiting: { weight: number; start: () => void }[] = [];

  function startWaiting(): void {
    for (let first = waiting[0]; first && first.weight <= free; first = waiting[0]) {
      waiting.shift();
      free -= first.weight;
      first.start();
    }
  }

  return async <T>(weight: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startWaiting();
    });
    try {
      return await work();
    } finally {
      free += weight;
      startWaiting();
    }
  };
}
