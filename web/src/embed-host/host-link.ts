import {
  type Command,
  type Connect,
  PROTOCOL,
  type SceneName,
  type Told,
  type TourEvents,
} from './protocol.ts';

const VIEW_EVERY_MS = 100;
const MAX_PORTS = 50;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isConnect = (data: unknown): data is Connect =>
  isRecord(data) && data.tourFrame === PROTOCOL && data.type === 'connect';

/** A command of the page, or undefined for anything else. */
export function readCommand(data: unknown): Command | undefined {
  if (!isRecord(data) || data.v !== PROTOCOL) return undefined;
  if (data.type === 'play') return { v: PROTOCOL, type: 'play' };
  if (data.type === 'go' && typeof data.scene === 'string')
    return { v: PROTOCOL, type: 'go', scene: data.scene };
  if (data.type !== 'look' || !isRecord(data.view)) return undefined;
  const { yaw, pitch, fov } = data.view;
  const view = Object.fromEntries(
    Object.entries({ yaw, pitch, fov }).filter(([, angle]) => Number.isFinite(angle)),
  );
  return { v: PROTOCOL, type: 'look', view };
}

/**
 * The frame's end of the connection. The policy of the frame says which sites may show it; of those, only the page that shows
 * it is heard, and only through the port that it has sent.
 */
export class HostLink {
  readonly #scenes: SceneName[];
  readonly #onCommand: (command: Command) => void;
  /** One for each knock of the page, which closes those that it does not use. */
  #ports: MessagePort[] = [];
  #timer = 0;
  #view: TourEvents['view'] | undefined;

  constructor(scenes: SceneName[], onCommand: (command: Command) => void) {
    this.#scenes = scenes;
    this.#onCommand = onCommand;
    if (window.parent !== window) window.addEventListener('message', this.#meet);
  }

  readonly #meet = ({ source, data, ports: [port] }: MessageEvent) => {
    if (source !== window.parent || !isConnect(data) || port === undefined) return;
    this.#ports = [...this.#ports.slice(1 - MAX_PORTS), port];
    port.onmessage = ({ data }) => {
      const command = readCommand(data);
      if (command) this.#onCommand(command);
    };
    const ready: Told = { v: PROTOCOL, type: 'ready', scenes: this.#scenes };
    port.postMessage(ready);
  };

  #send(told: Told): void {
    for (const port of this.#ports) port.postMessage(told);
  }

  tell<Type extends 'scene' | 'hotspot'>(type: Type, data: TourEvents[Type]): void {
    this.#send({ v: PROTOCOL, type, data } as Told);
  }

  /** Tells the last view of each tenth of a second. */
  tellView(view: TourEvents['view']): void {
    this.#view = view;
    if (this.#timer !== 0 || this.#ports.length === 0) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      if (this.#view) this.#send({ v: PROTOCOL, type: 'view', data: this.#view });
    }, VIEW_EVERY_MS);
  }

  close(): void {
    window.removeEventListener('message', this.#meet);
    window.clearTimeout(this.#timer);
    for (const port of this.#ports) port.close();
  }
}
