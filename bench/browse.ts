const PATH = '/api/vr360?limit=12';

/**
 * Requests the library list at each of these moments, without waiting for earlier responses.
 *
 * @returns the 95th percentile of how long they took, in milliseconds
 * @throws {Error} when a response is not 2xx
 */
export async function browse(origin: string, moments: AsyncIterable<unknown>): Promise<number> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const askForList = async () => {
    const began = performance.now();
    const response = await fetch(origin + PATH);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`browsing responded ${response.status}`);
    times.push(performance.now() - began);
  };
  for await (const _ of moments) pending.push(askForList());
  await Promise.all(pending);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}
