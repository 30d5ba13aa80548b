/** Where browsers cannot say when they are idle. */
const DELAY_MS = 1000;

/** Runs something once the browser has nothing else to do, at the latest after `timeout` ms. @returns cancels it */
export function onIdle(run: () => void, timeout?: number): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, timeout === undefined ? {} : { timeout });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, DELAY_MS);
  return () => clearTimeout(timer);
}
