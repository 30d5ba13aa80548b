const PATH = '/api/vr360?limit=12';

/**
 * Asks for the library list at each of these moments, whether answers come or not.
 *
 * @returns the 95th percentile of how long they took, in milliseconds
 * @throws {Error} when an answer is not 2xx
 */
export async function browse(origin: string, moments: AsyncIterable<unknown>): Promise<number> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const askForList = async () => {
    const began = performance.now();
    const answer = await fetch(origin + PATH);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`browsing was answered ${answer.status}`);
    times.push(performance.now() - began);
  };
  for await (const _ of moments) pending.push(askForList());
  await Promise.all(pending);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}
