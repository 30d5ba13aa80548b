import type { Viewer } from '@oriel/viewer';
import { createContext } from 'react';

/**
 * The page around a tour, where there is one: it is told what happens, and given what it may use. On the site's own pages there
 * is none.
 */
export interface Remote {
  setViewer(viewer: Viewer | null): void;
  /** @param enter goes to a scene, unless it is closed */
  setEnter(enter: ((sceneId: string) => void) | undefined): void;
  onScene(scene: { id: string; title: string }): void;
  onView(): void;
  onHotspot(hotspot: { id: string; kind: string; label: string }): void;
}

export const RemoteContext = createContext<Remote | undefined>(undefined);
