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
  viewer.load(scene());
}

function scene(): Scene {
  const video = query.get('video');
  if (video) return { kind: 'video', sources: [{ src: video }] };
  const element = document.getElementById('manifest');
  if (element?.textContent) {
    const { preview, extension, ...pyramid } = JSON.parse(element.textContent) as Manifest;
    return { kind: 'photo', preview, tiles: { ...pyramid, url: `./{level}/{row}_{column}.${extension}` } };
  }
  return { kind: 'photo', image: query.get('src') ?? '' };
}
