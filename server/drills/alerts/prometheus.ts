import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../testing/free-port.ts';
import { Daemon, waitFor } from '../cluster/daemon.ts';
import { ROOT } from '../revision.ts';
import { alertNames, scaleConfig, scaleDuration, scaleRules } from './scaled.ts';

const START_TIMEOUT_MS = 30_000;
/** How far Prometheus looks back for the last sample of a series, by default. */
const LOOKBACK = '5m';
const SHIPPED = path.join(ROOT, 'deploy/prometheus');

/** The state of an alert. */
export type AlertState = 'inactive' | 'pending' | 'firing';

const shipped = (name: string) => readFileSync(path.join(SHIPPED, name), 'utf8');

/** The alerts of the shipped rules. */
export const shippedAlerts = () => alertNames(shipped('oriel.rules.yaml'));

/** A Prometheus with the shipped rules and configuration, faster than they say. */
export class Prometheus {
  readonly #daemon: Daemon;
  readonly #url: string;

  private constructor(daemon: Daemon, url: string) {
    this.#daemon = daemon;
    this.#url = url;
  }

  /**
   * Starts it on the loopback interface.
   *
   * @param program absolute path
   * @param folder for its data and its log
   * @param targets the addresses of the processes' metrics
   */
  static async start(program: string, folder: string, targets: readonly string[]): Promise<Prometheus> {
    const data = path.join(folder, 'prometheus');
    mkdirSync(data);
    const rules = path.join(folder, 'rules.yaml');
    const config = path.join(folder, 'prometheus.yaml');
    writeFileSync(rules, scaleRules(shipped('oriel.rules.yaml')));
    writeFileSync(config, scaleConfig(shipped('prometheus.yaml'), rules, targets));
    const address = `127.0.0.1:${await freePort()}`;
    const daemon = new Daemon({
      file: program,
      args: [
        `--config.file=${config}`,
        `--storage.tsdb.path=${data}`,
        `--web.listen-address=${address}`,
        `--query.lookback-delta=${scaleDuration(LOOKBACK)}`,
        '--log.level=warn',
      ],
      log: path.join(folder, 'prometheus.log'),
      keepsAccount: true,
    });
    daemon.start();
    const prometheus = new Prometheus(daemon, `http://${address}`);
    const isReady = async () => {
      if (!daemon.isRunning) throw new Error(`Prometheus does not start:\n${daemon.log}`);
      const response = await fetch(`http://${address}/-/ready`).catch(() => undefined);
      return response?.ok || undefined;
    };
    await waitFor('the start of Prometheus', START_TIMEOUT_MS, isReady);
    return prometheus;
  }

  /** The state of each alert by name. @throws {Error} when a rule cannot be judged, with what Prometheus says */
  async states(): Promise<Map<string, AlertState>> {
    const response = await fetch(`${this.#url}/api/v1/rules`);
    const { data } = (await response.json()) as {
      data: { groups: { rules: { name: string; type: string; state: AlertState; lastError?: string }[] }[] };
    };
    const rules = data.groups.flatMap((group) => group.rules);
    const failed = rules.find(({ lastError }) => lastError);
    if (failed !== undefined) throw new Error(`${failed.name}: ${failed.lastError}`);
    return new Map(rules.filter(({ type }) => type === 'alerting').map(({ name, state }) => [name, state]));
  }

  /** The values that an expression has now. */
  async query(expression: string): Promise<{ labels: Record<string, string>; value: number }[]> {
    const response = await fetch(`${this.#url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
    const { data } = (await response.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  }

  async close(): Promise<void> {
    await this.#daemon.stop();
  }
}
