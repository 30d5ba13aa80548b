import { Counter, Gauge, type Registry } from 'prom-client';
import type { CacheStats } from '../cache-stats.ts';

/** Adds the memory and the use of caches, by name. */
export function addCacheMetrics(registry: Registry, caches: Record<string, CacheStats>): void {
  const options = (name: string, help: string) => ({
    name: `oriel_cache_${name}`,
    help,
    labelNames: ['cache'] as const,
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: (stats: CacheStats) => number) =>
    new Gauge({
      ...options(name, help),
      collect() {
        for (const [cache, stats] of Object.entries(caches)) this.set({ cache }, read(stats));
      },
    });
  const counter = (name: string, help: string, read: (stats: CacheStats) => number) =>
    new Counter({
      ...options(name, help),
      collect() {
        this.reset();
        for (const [cache, stats] of Object.entries(caches)) this.inc({ cache }, read(stats));
      },
    });
  gauge('bytes', 'Estimated memory of the cached entries', ({ bytes }) => bytes);
  gauge('entries', 'Number of cached entries', ({ size }) => size);
  counter('hits_total', 'Requests that were served from the cache', ({ hits }) => hits);
  counter(
    'fills_total',
    'Entries that were cached because there was none, or an old one',
    ({ fills }) => fills,
  );
}
