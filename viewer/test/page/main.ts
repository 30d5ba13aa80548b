import {
  type GoOptions,
  hasGyroscope,
  type LoadOptions,
  type Scene,
  Viewer,
  type ViewerEvents,
  type ViewerOptions,
} from '../../src/index.ts';

const EVENTS = [
  'ready',
  'sharp',
  'tap',
  'error',
  'contextlost',
  'contextrestored',
  'canplay',
  'autoplayblocked',
  'playing',
  'paused',
  'timeupdate',
  'ended',
  'volumechange',
] as const satisfies (keyof ViewerEvents)[];

/** What the tests reach from outside. */
export interface Harness {
  viewer: Viewer;
  events: { type: string; payload: unknown }[];
  violations: string[];
  hasGyroscope: typeof hasGyroscope;
  start(options: ViewerOptions): void;
  load(scene: Scene, options?: LoadOptions): void;
  go(scene: Scene, options?: GoOptions): Promise<boolean>;
}

const harness: Omit<Harness, 'viewer'> & { viewer?: Viewer } = {
  events: [],
  violations: [],
  hasGyroscope,
  start(options) {
    const container = document.getElementById('viewer');
    if (!container) return;
    const viewer = new Viewer(container, options);
    for (const type of EVENTS) {
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
};
addEventListener('securitypolicyviolation', (event) => harness.violations.push(event.violatedDirective));
Object.assign(window, { harness });

// What a test evaluates counts as a visitor's gesture; what the address asks for does not.
if (location.hash) {
  const { options, scene } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  harness.start(options);
  harness.load(scene);
}
