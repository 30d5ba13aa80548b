import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import packageJson from '../../package.json' with { type: 'json' };
import { type Db, poolUse } from '../database/database.ts';
import { openCircuits } from '../gateways/resilience.ts';
import { watchStorage } from '../gateways/storage-state.ts';
import { alertLines } from '../log.ts';

/** Adds the connections of pools, by name. */
export function addPoolMetrics(registry: Registry, pools: Record<string, Db>): void {
  const gauge = (name: string, help: string, value: (use: ReturnType<typeof poolUse>) => number) =>
    new Gauge({
      name: `oriel_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, db] of Object.entries(pools)) this.set({ pool }, value(poolUse(db)));
      },
    });
  gauge('connections_max', 'The most connections that the pool opens', ({ max }) => max);
  gauge('connections_used', 'Connections that run statements or transactions', ({ used }) => used);
  gauge('waiting', 'Work that waits for a connection', ({ waiting }) => waiting);
}

/** Adds what concerns the process alone: its build, load, storage, and what prom-client measures of any process of Node. */
export function addProcessMetrics(registry: Registry, app: FastifyInstance): void {
  const { config, storage } = app.dependencies;
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'oriel_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'role', 'mode'],
    registers,
  });
  build.set({ version: packageJson.version, role: config.role, mode: config.mode }, 1);
  new Gauge({
    name: 'oriel_overloaded',
    help: 'Whether requests are refused because the event loop lags',
    registers,
    collect() {
      this.set(app.isOverloaded() ? 1 : 0);
    },
  });
  const storageState = watchStorage(storage);
  new Gauge({
    name: 'oriel_storage_up',
    help: 'Whether the storage of media files responds',
    registers,
    async collect() {
      this.set((await storageState()) === 'available' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'oriel_circuit_open',
    help: 'Whether calls to an outside service are refused after failures in a row',
    labelNames: ['service'],
    registers,
    collect() {
      for (const [service, isOpen] of openCircuits()) this.set({ service }, isOpen ? 1 : 0);
    },
  });
  const disk = (name: string, help: string, value: (state: StatsFs) => number) =>
    new Gauge({
      name: `oriel_data_${name}_bytes`,
      help,
      registers,
      async collect() {
        this.set(value(await statfs(config.dataDir)));
      },
    });
  disk('free', 'Free space of the file system of DATA_DIR', ({ bavail, bsize }) => bavail * bsize);
  disk('size', 'Size of the file system of DATA_DIR', ({ blocks, bsize }) => blocks * bsize);
  new Counter({
    name: 'oriel_alert_log_lines_total',
    help: 'Log lines that need a person',
    registers,
    collect() {
      this.reset();
      this.inc(alertLines());
    },
  });
}
