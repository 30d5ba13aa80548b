import '../page/main.ts';
import type { HeadsetCaptions, TimedText } from '../../src/headset/captions.ts';
import {
  enterCardboard,
  enterHeadset,
  type Headset,
  type HeadsetOptions,
  isHeadsetSupported,
  offerHeadset,
} from '../../src/headset/index.ts';
import type { GoOptions, Scene } from '../../src/types.ts';

/** What the page does about a hotspot: it says something or goes elsewhere. */
export type Deed = string | { scene: Scene; options?: GoOptions };

type Way = 'headset' | 'offer' | 'cardboard';
type Given = Pick<HeadsetOptions, 'swapEyes'>;

const ENTER = { headset: enterHeadset, offer: offerHeadset, cardboard: enterCardboard };

const visit = {
  isSupported: isHeadsetSupported,
  deeds: {} as Record<string, Deed>,
  pressed: [] as string[],
  arrivals: [] as boolean[],
  ended: 0,
  headset: undefined as Headset | undefined,
  captions: undefined as HeadsetCaptions | undefined,
  /** Shows these texts below the line of sight, at the film's time. */
  async caption(cues: TimedText[]): Promise<void> {
    const { HeadsetCaptions } = await import('../../src/headset/captions.ts');
    visit.captions ??= new HeadsetCaptions('sans-serif');
    visit.captions.cues = cues;
  },
  async enter(way: Way, given: Given = {}): Promise<void> {
    visit.headset = await ENTER[way](window.harness.viewer, {
      ...given,
      onHotspot(id) {
        visit.pressed.push(id);
        const deed = visit.deeds[id];
        if (typeof deed !== 'object') return deed;
        void window.harness.viewer
          .go(deed.scene, deed.options)
          .then((hasArrived) => visit.arrivals.push(hasArrived));
        return undefined;
      },
      onEye: (...moment) => visit.captions?.draw(...moment),
      onEnd() {
        visit.ended += 1;
      },
    });
  },
};

export type Visit = typeof visit;
Object.assign(window, { visiting: visit });
