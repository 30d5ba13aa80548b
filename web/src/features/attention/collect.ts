import type { Viewer } from '@oriel/viewer';
import { sendBeacon } from '../../beacon.ts';
import { currentConsent } from '../../session/consent.ts';
import { AttentionSums } from './collector.ts';

/** Well within what a report may be about, and late enough for most of a visit to be in one. */
const EVERY_MS = 20_000;

export interface Collector {
  enter(scene: string): void;
  turn(): void;
  press(id: string): void;
  /** Sends what is left, if there still is consent. */
  stop(): void;
}

/**
 * Reports where a visitor looks in a tour, at intervals and when they leave. Call it only with consent to analytics.
 *
 * @param scene the one in view; undefined in a tour of a single one
 */
export function collect(slug: string, viewer: Viewer, scene: string | undefined): Collector {
  const now = () => performance.now();
  const sums = new AttentionSums(viewer, scene, now());
  const send = () => {
    const report = sums.take(now());
    // It may have been withdrawn in another tab.
    if (report && currentConsent()?.analytics) sendBeacon(`/api/vr360/${slug}/attention`, report);
  };
  const onVisibility = () => {
    sums.show(document.visibilityState === 'visible', now());
    if (document.visibilityState === 'hidden') send();
  };
  const timer = window.setInterval(send, EVERY_MS);
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pagehide', send);
  return {
    enter: (id) => sums.enter(id, now()),
    turn: () => sums.turn(now()),
    press: (id) => sums.press(id, now()),
    stop: () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', send);
      send();
    },
  };
}
