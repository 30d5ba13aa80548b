/** Version 1 of what a page and the frame of a tour tell each other, in degrees. Both ignore what they do not know. */
export const PROTOCOL = 1;

/** Where the visitor looks: yaw from the middle of the scene's picture to the right, pitch up, and the vertical field of view. */
export interface View {
  yaw: number;
  pitch: number;
  fov: number;
}

/** A room of the tour. */
export interface SceneName {
  id: string;
  title: string;
}

/** Sent to the frame's window, with a port that everything else goes through. */
export interface Connect {
  tourFrame: typeof PROTOCOL;
  type: 'connect';
}

/** From the page to the frame. `play` shows the tour, and plays its film. */
export type Command =
  | { v: typeof PROTOCOL; type: 'go'; scene: string }
  | { v: typeof PROTOCOL; type: 'look'; view: Partial<View> }
  | { v: typeof PROTOCOL; type: 'play' };

/** What the frame tells of itself. */
export interface TourEvents {
  /** The visitor has come to a room. */
  scene: SceneName;
  /** Where the visitor looks, at most ten times a second. */
  view: View;
  /** The visitor has pressed a hotspot. */
  hotspot: { id: string; kind: string; label: string };
}

/** From the frame to the page. */
export type Told =
  | { v: typeof PROTOCOL; type: 'ready'; scenes: SceneName[] }
  | {
      [Type in keyof TourEvents]: { v: typeof PROTOCOL; type: Type; data: TourEvents[Type] };
    }[keyof TourEvents];
