import type { ClusterLoad } from './load.ts';
import type { Node } from './postgres-cluster.ts';
import type { ClusterSite } from './site.ts';
import type { WriterWatch } from './writers.ts';

/** What a drill breaks. */
export interface Scene {
  site: ClusterSite;
  load: ClusterLoad;
  writers: WriterWatch;
  /** The primary's node when the drill begins. */
  leader: Node;
}

/** What the breaking has shown, and what follows. */
export interface Aftermath {
  /** Puts right what nobody else does, once writes are back. */
  restore?(): Promise<void>;
  /** `performance.now()` since when writes can come back; by default the beginning. */
  since?: number;
  /** What was seen that must not be. */
  problems?: string[];
}

/** A failure under load. */
export interface Drill {
  /** What happens, for people. */
  title: string;
  /** For how long writes may be refused, in seconds. */
  limitSeconds: number;
  /** Breaks something. */
  harm(scene: Scene): Promise<Aftermath>;
}
