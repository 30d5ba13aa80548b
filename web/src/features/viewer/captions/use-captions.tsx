import type { SceneDetail } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { type ReactNode, Suspense } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { hasChosen, toggleCaptions, useCaptionChoice } from './caption-choice.ts';

const CaptionStyle = lazyPart(async () => (await import('./caption-style.tsx')).CaptionStyle);
const Captions = lazyPart(async () => (await import('./captions.tsx')).Captions);

interface CaptionParts {
  toggle?: ReactNode;
  captions?: ReactNode;
  /** The tracks of the film, unless the visitor hides them. */
  shown: SceneDetail['captions'];
}

/** The captions of the film in view, if it has captions, and a button that hides those of every film. */
export function useCaptions(viewer: Viewer | null, { kind, captions }: SceneDetail): CaptionParts {
  useCaptionChoice();
  const areShown = !hasChosen('hidden');
  if (viewer === null || kind !== 'film' || captions.length === 0) return { shown: [] };
  return {
    shown: areShown ? captions : [],
    toggle: (
      <>
        <IconButton
          icon="captions"
          label="Captions"
          aria-pressed={areShown}
          onClick={() => toggleCaptions('hidden')}
        />
        <Suspense>{areShown && <CaptionStyle />}</Suspense>
      </>
    ),
    captions: areShown && (
      <Suspense>
        <Captions viewer={viewer} tracks={captions} />
      </Suspense>
    ),
  };
}
