import { setTimeout as sleep } from 'node:timers/promises';

const view = (url: string, slug: string) =>
  fetch(`${url}/api/vr360/${slug}/view`, { method: 'POST', signal: AbortSignal.timeout(20_000) });

/** The views of an experience that have been counted. */
export async function viewCount(url: string, slug: string): Promise<number> {
  const response = await fetch(`${url}/api/vr360/${slug}`);
  return ((await response.json()) as { viewCount: number }).viewCount;
}

/** Sends views one after another in several lanes until stopped. */
export function keepViewing(url: string, slug: string, lanes: number) {
  const tally = { acknowledged: 0, sent: 0, statuses: new Map<number, number>(), failures: [] as unknown[] };
  let stopping = false;
  const work = Array.from({ length: lanes }, async () => {
    while (!stopping) {
      tally.sent += 1;
      try {
        const response = await view(url, slug);
        await response.arrayBuffer();
        tally.statuses.set(response.status, (tally.statuses.get(response.status) ?? 0) + 1);
        if (response.ok) tally.acknowledged += 1;
      } catch (error) {
        tally.failures.push(error);
        await sleep(20);
      }
    }
  });
  return {
    tally,
    stop: async () => {
      stopping = true;
      await Promise.all(work);
    },
  };
}
