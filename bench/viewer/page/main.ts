import { DEGREE, type Scene, Viewer, type ViewerOptions } from '@oriel/viewer';

/** The benchmark's contract: 90 degrees across a 16:9 window. */
const FOV = 58.7155 * DEGREE;

/** The manifest that the server writes next to the tiles. */
interface Manifest {
  preview: string;
  tileSize: number;
  extension: string;
  levels: { width: number; height: number; columns: number; rows: number }[];
}

const query = new URLSearchParams(location.search);
const container = document.getElementById('viewer');
const renderer = (query.get('renderer') ?? 'auto') as NonNullable<ViewerOptions['renderer']>;
if (container) {
  const viewer = new Viewer(container, { fov: FOV, renderer });
  viewer.on('error', (error) => console.error(error.code, error.message));
  const rooms = document.getElementById('tour')?.textContent;
  if (rooms) startTour(viewer, rooms);
  else viewer.load(scene());
}

/** Two scenes, and a door between them that the benchmark presses. */
function startTour(viewer: Viewer, json: string): void {
  const [rolled, front] = (JSON.parse(json) as { base: string; manifest: Manifest }[]).map((room) =>
    tiled(room.manifest, room.base),
  );
  if (!rolled || !front) return;
  viewer.load(rolled);
  viewer.prepare([front]);
  const press = async (isBack = false): Promise<void> => {
    const next = isBack ? rolled : front;
    if (await viewer.go(next, { towards: { yaw: 0.35, pitch: 0 }, arrival: { yaw: 0, pitch: 0 } }))
      viewer.prepare([isBack ? front : rolled]);
  };
  const holdFade = (mix: number): void => viewer.holdFade(mix);
  Object.assign(window, { press, holdFade });
}

function tiled({ preview, extension, ...pyramid }: Manifest, base: string): Scene {
  return { kind: 'photo', preview, tiles: { ...pyramid, url: `${base}{level}/{row}_{column}.${extension}` } };
}

function scene(): Scene {
  const video = query.get('video');
  if (video) return { kind: 'video', sources: [{ src: video }] };
  const element = document.getElementById('manifest');
  if (element?.textContent) return tiled(JSON.parse(element.textContent) as Manifest, './');
  return { kind: 'photo', image: query.get('src') ?? '' };
}
