import type { Viewer } from '@oriel/viewer';
import {
  type Answer,
  enterCardboard,
  enterHeadset,
  type Headset,
  type HeadsetOptions,
  isHeadsetSupported,
  offerHeadset,
  prepareHeadset,
} from '@oriel/viewer/headset';
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { StageCard } from '../scenes/stage-card.tsx';
import { isReportAsked } from './use-headset-chance.ts';
import { type HeadsetCompanions, useHeadsetEye } from './use-headset-eye.ts';

const XrReport = lazyPart(async () => (await import('./xr-report.tsx')).XrReport);

/** Larger screens do not fit into a headset. */
const PHONE_WIDTH = 500;

/** What a tour of several scenes does. */
export interface HeadsetHooks extends HeadsetCompanions {
  /** A hotspot was pressed: answers with a text where a card of the page could not be seen. */
  onHotspot: (id: string) => Answer;
  onEnd: () => void;
}

interface Props {
  viewer: RefObject<Viewer | null>;
  renewScene: HeadsetOptions['renewScene'];
  hooks: HeadsetHooks | undefined;
  hasGyroscope: boolean;
}

const isPhone = () =>
  matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < PHONE_WIDTH;

/** Enters a headset, or splits the screen of a phone for one made of cardboard. */
export function HeadsetButton({ viewer, renewScene, hooks, hasGyroscope }: Props) {
  const [way, setWay] = useState<'headset' | 'cardboard' | 'none'>();
  const [headset, setHeadset] = useState<Headset>();
  const [hasFailed, setFailed] = useState(false);
  const [isReported, setReported] = useState(isReportAsked);
  const isEntering = useRef(false);
  const latest = useRef({ renewScene, hooks });
  useEffect(() => {
    latest.current = { renewScene, hooks };
  });

  const onEye = useHeadsetEye(hooks);
  const options = useCallback(
    (onEnd: () => void): HeadsetOptions => ({
      renewScene: () => latest.current.renewScene?.() ?? Promise.reject(new Error('Not renewable')),
      onHotspot: (id) => latest.current.hooks?.onHotspot(id),
      onEye,
      onEnd() {
        latest.current.hooks?.onEnd();
        onEnd();
      },
    }),
    [onEye],
  );

  useEffect(() => {
    let isGone = false;
    const offer = async (): Promise<void> => {
      const { current } = viewer;
      if (isGone || current === null) return;
      const end = () => {
        setHeadset(undefined);
        void offer();
      };
      const entered = await offerHeadset(current, options(end)).catch(() => undefined);
      if (entered && !isGone) setHeadset(entered);
    };
    isHeadsetSupported().then((isSupported) => {
      if (isGone) return;
      if (isSupported) {
        setWay('headset');
        void offer();
      } else setWay(hasGyroscope && isPhone() ? 'cardboard' : 'none');
    });
    return () => {
      isGone = true;
    };
  }, [viewer, options, hasGyroscope]);

  const report = isReported && (
    <Suspense>
      <XrReport way={way} onClose={() => setReported(false)} />
    </Suspense>
  );
  if (way === undefined || way === 'none') return report;
  const enter = async () => {
    const { current } = viewer;
    if (current === null || isEntering.current) return;
    isEntering.current = true;
    const start = way === 'headset' ? enterHeadset : enterCardboard;
    try {
      setHeadset(
        await start(
          current,
          options(() => setHeadset(undefined)),
        ),
      );
    } catch (error) {
      console.warn('The headset could not be entered.', error);
      setFailed(true);
    } finally {
      isEntering.current = false;
    }
  };
  const label = way === 'headset' ? 'View in your headset' : 'View in a phone headset';
  return (
    <>
      {report}
      <IconButton
        icon="headset"
        label={label}
        aria-pressed={headset !== undefined}
        onPointerEnter={prepareHeadset}
        onFocus={prepareHeadset}
        onClick={() => (headset ? headset.end() : void enter())}
      />
      {hasFailed && (
        <StageCard title={label} onClose={() => setFailed(false)}>
          <p>
            {way === 'headset'
              ? 'Your headset could not be started. Please allow virtual reality for this website and try again.'
              : 'This could not be started. Please allow motion sensors for this website and try again.'}
          </p>
        </StageCard>
      )}
    </>
  );
}
