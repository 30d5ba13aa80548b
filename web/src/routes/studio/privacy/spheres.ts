import type { Tour, TourScene } from '@oriel/contract';

/** A 360-degree picture or film of a tour, however many of its scenes show it. */
export interface Sphere {
  asset: string;
  /** What shows it: "Lobby", or "Lobby, by night". */
  title: string;
  /** The first scene that shows it, which says how it lies. */
  scene: TourScene;
}

/** The spheres of a tour in the order of its scenes, with the pictures of a scene in other lights. */
export function spheresOf(tour: Tour | null): Sphere[] {
  const spheres = new Map<string, { titles: string[]; scene: TourScene }>();
  const add = (asset: string | undefined, title: string, scene: TourScene) => {
    if (asset === undefined) return;
    const known = spheres.get(asset);
    if (known) known.titles.push(title);
    else spheres.set(asset, { titles: [title], scene });
  };
  for (const scene of tour?.scenes ?? []) {
    const title = scene.title || 'Untitled scene';
    add(scene.media, title, scene);
    for (const { media, label } of scene.lights ?? [])
      add(media, label ? `${title}, ${label}` : title, scene);
  }
  return [...spheres].map(([asset, { titles, scene }]) => ({
    asset,
    scene,
    title: [...new Set(titles)].join(' · '),
  }));
}
