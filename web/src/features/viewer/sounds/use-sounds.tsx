import type { SceneDetail } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import type { Soundscape } from '@oriel/viewer/sound';
import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { directionInRadians } from '../scenes/angles.ts';
import { pathOnOrigin } from '../scenes/scene-of.ts';

interface SoundParts {
  toggle?: ReactNode;
  /** Once they have been turned on. */
  soundscape: Soundscape | undefined;
}

const load = () => import('@oriel/viewer/sound');

/**
 * A button that turns on what is heard in the rooms of a tour, from there on in all of them, not shown in rooms without sounds. Nothing
 * is heard, and no sound loaded, before it is pressed.
 *
 * @param origin of the media
 */
export function useSounds(viewer: Viewer | null, { sounds }: SceneDetail, origin: string): SoundParts {
  const [soundscape, setSoundscape] = useState<Soundscape>();
  const hasSounds = viewer !== null && sounds.length > 0;
  useEffect(() => {
    // Browsers let sound begin shortly after a press alone. If it fails now, it is loaded then.
    if (hasSounds) load().catch(() => {});
  }, [hasSounds]);
  useEffect(() => {
    soundscape?.set(
      sounds.map(({ url, at, volume, loop }) => ({
        src: pathOnOrigin(url, origin),
        at: at && directionInRadians(at),
        volume,
        loop,
      })),
    );
  }, [soundscape, sounds, origin]);
  useEffect(() => () => soundscape?.destroy(), [soundscape]);

  if (!hasSounds) return { soundscape };
  const toggle = async () => {
    if (soundscape) return setSoundscape(undefined);
    const loaded = await load().catch(() => undefined);
    if (loaded) setSoundscape(new loaded.Soundscape(viewer));
  };
  return {
    soundscape,
    toggle: (
      <IconButton
        icon={soundscape ? 'volume' : 'muted'}
        label="Sounds of this room"
        aria-pressed={soundscape !== undefined}
        onClick={() => void toggle()}
      />
    ),
  };
}
