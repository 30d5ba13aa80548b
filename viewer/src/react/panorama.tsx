import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { HotspotOptions } from '../hotspots/index.ts';
import type { LoadOptions, Scene, ViewerEvents, ViewerOptions } from '../types.ts';
import { Viewer } from '../viewer.ts';
import { useHotspots } from './use-hotspots.ts';
import { useRetouch } from './use-retouch.ts';

type Listeners = { [K in keyof ViewerEvents]?: (payload: ViewerEvents[K]) => void };

export interface PanoramaProps extends LoadOptions {
  /** Loaded again whenever its identity changes: keep it stable between renders. */
  scene: Scene;
  /** Read once, when the component mounts. */
  options?: ViewerOptions;
  /** Shows the hotspots of scenes; what these options call may change between renders. */
  hotspots?: HotspotOptions | undefined;
  /** Listeners by event name; they may change between renders. */
  on?: Listeners;
  className?: string;
  /** The viewer, from the first effect until the component goes; null before and after. */
  ref?: Ref<Viewer | null>;
}

const EVENTS: { [K in keyof ViewerEvents]: true } = {
  ready: true,
  sharp: true,
  viewchange: true,
  tap: true,
  error: true,
  contextlost: true,
  contextrestored: true,
  canplay: true,
  autoplayblocked: true,
  playing: true,
  paused: true,
  timeupdate: true,
  ended: true,
  volumechange: true,
};

/** The viewer as a React component that fills its parent. */
export function Panorama({ scene, options, hotspots, on, className, renewScene, ref }: PanoramaProps) {
  const container = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const latest = useRef({ on, options, renewScene });
  useEffect(() => {
    latest.current = { on, options, renewScene };
  });

  useEffect(() => {
    if (!container.current) return;
    const created = new Viewer(container.current, latest.current.options);
    const forward = <K extends keyof ViewerEvents>(type: K): void => {
      created.on(type, (payload) => latest.current.on?.[type]?.(payload));
    };
    for (const type of Object.keys(EVENTS) as (keyof ViewerEvents)[]) forward(type);
    setViewer(created);
    return () => {
      setViewer(null);
      created.destroy();
    };
  }, []);

  useEffect(() => {
    const hook = latest.current.renewScene;
    viewer?.load(scene, hook ? { renewScene: () => (latest.current.renewScene ?? hook)() } : {});
  }, [viewer, scene]);

  useHotspots(viewer, hotspots);
  useRetouch(viewer);
  useImperativeHandle<Viewer | null, Viewer | null>(ref, () => viewer, [viewer]);

  return (
    <div
      ref={container}
      className={className}
      style={{ position: 'relative', width: '100%', height: '100%' }}
    />
  );
}
