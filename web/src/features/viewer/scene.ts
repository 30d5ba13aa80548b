import type { ExperienceDetail, SceneDetail } from '@oriel/contract';
import { embedUrl, mediaTypeOf } from '@oriel/contract/shared/media-url';
import type { Scene, Viewer } from '@oriel/viewer';
import type { ReactNode, RefObject } from 'react';
import { DEGREE } from './scenes/angles.ts';

/** A captioned view. */
export type Look = SceneDetail['looks'][number];

/** What the stage shows: a scene in our viewer, or an embedded page. */
export type Show =
  | { kind: 'panorama'; scene: Scene; looks?: Look[] | undefined }
  | { kind: 'embed'; url: string; host: string; isOurs: boolean };

/** The only code that knows both the API and the viewer. @returns undefined where the caller may not open the tour */
export function showOf(experience: ExperienceDetail, origin: string): Show | undefined {
  const media = experience.vrUrl ?? experience.fallbackUrl;
  if (!experience.isPermission || media === undefined) return undefined;
  const url = new URL(media, origin);
  // Our own media are requested from the host that served the page: its policy allows no other.
  const isOurs = url.origin === origin;
  const mediaUrl = isOurs ? url.pathname + url.search : url.href;
  const { panorama } = experience;
  const initialView = panorama?.initialView && {
    yaw: panorama.initialView.yaw * DEGREE,
    pitch: panorama.initialView.pitch * DEGREE,
  };
  switch (mediaTypeOf(url.href)) {
    case 'photo':
      return {
        kind: 'panorama',
        looks: panorama?.looks,
        scene: {
          kind: 'photo',
          preview: panorama?.preview,
          tiles: panorama?.tiles,
          image: mediaUrl,
          initialView,
        },
      };
    case 'video':
      return {
        kind: 'panorama',
        scene: {
          kind: 'video',
          sources: [{ src: mediaUrl }],
          poster: panorama?.poster,
          loop: true,
          initialView,
        },
      };
    case 'embed': {
      const embedded = isOurs ? mediaUrl : embedUrl(url.href);
      return { kind: 'embed', url: embedded, host: new URL(embedded, origin).host, isOurs };
    }
  }
}

/** What a place sheet needs of the stage. */
export interface PlaceSheetControls {
  /** Undefined where our viewer does not show the tour. */
  viewer: RefObject<Viewer | null> | undefined;
  onShare: (() => void) | undefined;
  onClose: () => void;
}

/** What the controls show of a tour; texts are formatted. */
export interface TourInfo {
  name: string;
  place: string | undefined;
  description: string;
  category: string;
  /** The tour's, in its URLs. */
  slug: string;
  /** Such as "1.2K views". */
  views: string;
  /** What closed rooms cost, in a sentence. */
  offer?: string;
  likeButton?: ReactNode;
  /** What leads out of the tour; a Back button by default. */
  exit?: ReactNode;
  /** Whether the tour is in a frame, which is small and has visitors who did not come for it: nothing opens by itself. */
  isFramed?: boolean;
  /** All about the place, pulled up from below. */
  placeSheet?: {
    isOpen: boolean;
    setOpen: (isOpen: boolean) => void;
    render: (controls: PlaceSheetControls) => ReactNode;
  };
  /** Where the tour is a text, if it has several scenes. */
  textUrl?: string | undefined;
}
