import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';
import { podman } from './podman.ts';

/** With the demo, which prepares its pictures first: two minutes on two idle cores. */
const READY_MS = 900_000;
/** As the examples of `deploy/` give it. */
const STOP_SECONDS = 20;

/** What every container of the drill shares. */
export interface Surroundings {
  image: string;
  environment: Record<string, string>;
}

/** `podman run` as the documents tell it: nothing may be written but `/data` and `/tmp`, and there are no capabilities. */
function runArguments({ image, environment }: Surroundings, command: readonly string[]): string[] {
  return [
    ...[
      '--read-only',
      '--cap-drop=all',
      '--security-opt=no-new-privileges',
      '--tmpfs=/tmp',
      '--network=host',
    ],
    ...Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`),
    image,
    ...command,
  ];
}

/** Runs a command of the image to its end. @returns its output @throws {Error} when it fails */
export async function runCommand(surroundings: Surroundings, command: readonly string[]): Promise<string> {
  return podman('run', '--rm', ...runArguments(surroundings, command));
}

/** A process of the server in a container. */
export class Container {
  readonly #id: string;
  /** Without a trailing slash. */
  readonly url: string;

  private constructor(id: string, url: string) {
    this.#id = id;
    this.url = url;
  }

  /** Starts one on a free port of the loopback interface and waits until it is ready. @throws {Error} with its log */
  static async start(surroundings: Surroundings): Promise<Container> {
    const port = String(await freePort());
    const environment = { ...surroundings.environment, HOST: '127.0.0.1', PORT: port };
    const id = await podman('run', '--detach', ...runArguments({ ...surroundings, environment }, []));
    const container = new Container(id, `http://127.0.0.1:${port}`);
    for (const deadline = Date.now() + READY_MS; ; await sleep(200)) {
      if ((await fetch(`${container.url}/readyz`).catch(() => undefined))?.ok) return container;
      const isRunning = await podman('inspect', '--format', '{{.State.Running}}', id);
      if (isRunning === 'true' && Date.now() < deadline) continue;
      const log = await podman('logs', '--tail', '40', id);
      await container.remove();
      throw new Error(`the container did not get ready:\n${log}`);
    }
  }

  /** What an expression is inside of the container, by a process with its rights. It must be fit for JSON. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const script = `console.log(JSON.stringify(await (async () => ${expression})()))`;
    const output = await podman(
      'exec',
      this.#id,
      '/usr/local/bin/node',
      '--input-type=module',
      '--eval',
      script,
    );
    return JSON.parse(output) as Value;
  }

  /** The digest of the image that it was started from. */
  async imageDigest(): Promise<string> {
    return podman('inspect', '--format', '{{.ImageDigest}}', this.#id);
  }

  /** Runs the health check of the image. @throws {Error} when it fails */
  async checkHealth(): Promise<void> {
    await podman('exec', this.#id, '/usr/local/bin/node', 'deploy/image/ready.mjs');
  }

  /** Stops it as an operator does. @returns its exit code */
  async stop(): Promise<number> {
    await podman('stop', '--time', String(STOP_SECONDS), this.#id);
    return Number(await podman('inspect', '--format', '{{.State.ExitCode}}', this.#id));
  }

  /** With the volumes that were made for it, also while it runs. */
  async remove(): Promise<void> {
    await podman('rm', '--force', '--volumes', this.#id);
  }
}
