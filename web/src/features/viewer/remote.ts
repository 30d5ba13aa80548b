import type { Viewer } from '@oriel/viewer';
import { createContext } from 'react';

/** Who is told what happens in a tour, and given what they may use: the page around a frame, or what counts where visitors look. */
export interface Remote {
  setViewer(viewer: Viewer | null): void;
  /** @param enter goes to a scene, unless it is closed */
  setEnter(enter: ((sceneId: string) => void) | undefined): void;
  onScene(scene: { id: string; title: string }): void;
  onView(): void;
  onHotspot(hotspot: { id: string; kind: string; label: string }): void;
}

export const RemoteContext = createContext<Remote | undefined>(undefined);
