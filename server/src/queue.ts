/**
 * Runs at most `limit` tasks at once; the others wait in order.
 *
 * @param limit a function is called whenever a task starts or ends, so the limit may change
 * @returns a function that queues a task, and settles as the task does
 */
export function createQueue(limit: number | (() => number)): <T>(task: () => Promise<T>) => Promise<T> {
  const limitNow = typeof limit === 'number' ? () => limit : limit;
  let running = 0;
  const waiting: (() => void)[] = [];
  const startNext = () => {
    while (running < limitNow()) {
      const start = waiting.shift();
      if (start === undefined) return;
      running += 1;
      start();
    }
  };
  return async (task) => {
    const turn = new Promise<void>((resolve) => waiting.push(resolve));
    startNext();
    await turn;
    try {
      return await task();
    } finally {
      running -= 1;
      startNext();
    }
  };
}
