/**
 * The script of a page that shows a tour in a frame, served as `/embed.js`. It is a file of its own, which loads nothing else:
 *
 *     import { connect } from 'https://tours.example/embed.js';
 *     const tour = await connect(document.querySelector('iframe'));
 *     tour.on('scene', ({ title }) => console.log(title));
 *     tour.go('terrace');
 */
import type { Command, Connect, SceneName, Told, TourEvents, View } from './protocol.ts';

const KNOCK_EVERY_MS = 200;

/** A tour in a frame. */
export interface EmbeddedTour {
  /** The tour's rooms; one where it has no others. */
  readonly scenes: readonly SceneName[];
  /** Shows the tour if the visitor has not started it, and plays its film. */
  play(): void;
  /** Goes to a room; nothing where there is none of this id, or it is locked. */
  go(scene: string): void;
  /** Turns the view; what is left out stays. */
  look(view: Partial<View>): void;
  /** @returns stops listening */
  on<Type extends keyof TourEvents>(type: Type, listener: (data: TourEvents[Type]) => void): () => void;
  close(): void;
}

type Listener = (data: never) => void;

function tourOf(port: MessagePort, scenes: readonly SceneName[]): EmbeddedTour {
  const listeners = new Map<string, Set<Listener>>();
  port.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.type === 'ready') return;
    for (const listener of listeners.get(data.type) ?? []) listener(data.data as never);
  };
  const send = (command: Command) => port.postMessage(command);
  return {
    scenes,
    play: () => send({ v: 1, type: 'play' }),
    go: (scene) => send({ v: 1, type: 'go', scene }),
    look: (view) => send({ v: 1, type: 'look', view }),
    on(type, listener) {
      const all = listeners.get(type) ?? new Set();
      listeners.set(type, all.add(listener as Listener));
      return () => all.delete(listener as Listener);
    },
    close: () => port.close(),
  };
}

/**
 * Connects with the frame of a tour, which may still be loading. Only the site that the frame's URL names is told
 * anything, and only it is listened to.
 *
 * @param frame its `src` is the URL of an embedded tour
 * @throws {Error} if the frame does not answer in time
 */
export function connect(frame: HTMLIFrameElement, { timeoutMs = 15_000 } = {}): Promise<EmbeddedTour> {
  const { origin } = new URL(frame.src, location.href);
  const hello: Connect = { tourFrame: 1, type: 'connect' };
  return new Promise((resolve, reject) => {
    const ports: MessagePort[] = [];
    const knock = () => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1);
      port1.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.v !== 1 || data.type !== 'ready') return;
        end();
        for (const port of ports) if (port !== port1) port.close();
        resolve(tourOf(port1, data.scenes));
      };
      frame.contentWindow?.postMessage(hello, origin, [port2]);
    };
    const end = () => {
      clearInterval(knocking);
      clearTimeout(waiting);
    };
    const knocking = setInterval(knock, KNOCK_EVERY_MS);
    const waiting = setTimeout(() => {
      end();
      for (const port of ports) port.close();
      reject(new Error('The tour in the frame does not answer.'));
    }, timeoutMs);
    knock();
  });
}
