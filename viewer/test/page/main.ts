import type { Hotspots } from '../../src/hotspots/index.ts';
import {
  type GoOptions,
  hasGyroscope,
  type LoadOptions,
  type Scene,
  Viewer,
  type ViewerEvents,
  type ViewerOptions,
} from '../../src/index.ts';

/** What the tests reach from outside. */
export interface Harness {
  viewer: Viewer;
  events: { type: string; payload: unknown }[];
  violations: string[];
  hasGyroscope: typeof hasGyroscope;
  /** @param types of the events to note */
  start(options: ViewerOptions, types: (keyof ViewerEvents)[]): void;
  load(scene: Scene, options?: LoadOptions): void;
  go(scene: Scene, options?: GoOptions): Promise<boolean>;
  hotspots: Hotspots;
  /** What few tests need, so that the page's own script stays small. */
  more(): Promise<typeof import('./more.ts')>;
}

const harness: Omit<Harness, 'viewer' | 'hotspots'> & Partial<Harness> = {
  events: [],
  violations: [],
  hasGyroscope,
  start(options, types) {
    const container = document.getElementById('viewer');
    if (!container) return;
    const viewer = new Viewer(container, options);
    for (const type of types) {
      viewer.on(type, (payload: unknown) => harness.events.push({ type, payload }));
    }
    harness.viewer = viewer;
  },
  load(scene, options) {
    harness.events.length = 0;
    harness.viewer?.load(scene, options);
  },
  async go(scene, options) {
    harness.events.length = 0;
    return (await harness.viewer?.go(scene, options)) ?? false;
  },
  more: () => import('./more.ts'),
};
addEventListener('securitypolicyviolation', (event) => harness.violations.push(event.violatedDirective));
Object.assign(window, { harness });

// What a test evaluates counts as a visitor's gesture; what the URL asks for does not.
if (location.hash) {
  const { options, types, scene } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  harness.start(options, types);
  harness.load(scene);
}
