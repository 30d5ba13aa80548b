import { type SecondVersion, sphericalBox, sphericalBoxes, withBox } from './film-boxes.fixture.ts';
import type { WebmSphere } from './matroska-projection.fixture.ts';

/** What a camera or an editor writes into a film. */
export interface CameraFilm {
  first?: Record<string, string>;
  second?: SecondVersion;
}

const SPHERE = {
  Spherical: 'true',
  Stitched: 'true',
  StitchingSoftware: 'Spherical Metadata Tool',
  ProjectionType: 'equirectangular',
};
const WHOLE = { projection: 'equirectangular', sphere: {} };
const TOP_BOTTOM = { ...WHOLE, stereo: 'top-bottom' };
const LEFT_RIGHT = { ...WHOLE, stereo: 'left-right' };
const RIGHT_FIRST = { projection: 'right-eye-first', sphere: {} };
const OTHER_EYES = { projection: 'stereoscopic', sphere: {} };
const view = (yaw: number, pitch = 0) => ({ view: { yaw, pitch, fov: 75 } });

/** Films, and all that is to be read of them. */
export const CAMERA_FILMS: [name: string, film: CameraFilm, expected: object | undefined][] = [
  ['a film that says nothing', {}, undefined],
  ['spatial-media 1', { first: SPHERE }, WHOLE],
  [
    'GoPro Player, with its sources',
    { first: { ...SPHERE, SourceCount: '2', Timestamp: '1400454971' } },
    WHOLE,
  ],
  ['a film for one eye by name', { first: { ...SPHERE, StereoMode: 'mono' } }, WHOLE],
  [
    'values on lines of their own, as in the specification',
    { first: { ...SPHERE, ProjectionType: '\n  equirectangular\n', InitialViewHeadingDegrees: '\n 90 \n' } },
    { ...WHOLE, sphere: view(90) },
  ],
  [
    'the first view to the left and down',
    {
      first: {
        ...SPHERE,
        InitialViewHeadingDegrees: '270',
        InitialViewPitchDegrees: '-10',
        InitialViewRollDegrees: '0',
      },
    },
    { ...WHOLE, sphere: view(-90, -10) },
  ],
  ['a first view of words', { first: { ...SPHERE, InitialViewHeadingDegrees: 'north' } }, WHOLE],
  [
    'a first view beyond the zenith',
    { first: { ...SPHERE, InitialViewPitchDegrees: '300' } },
    { ...WHOLE, sphere: view(0, 90) },
  ],
  [
    'a whole sphere by its sizes',
    { first: { ...SPHERE, FullPanoWidthPixels: '3840', CroppedAreaImageWidthPixels: '3840' } },
    WHOLE,
  ],
  [
    'half a sphere by its sizes',
    { first: { ...SPHERE, FullPanoWidthPixels: '7680', CroppedAreaImageWidthPixels: '3840' } },
    { projection: 'cropped', sphere: {} },
  ],
  ['an eye above the other', { first: { ...SPHERE, StereoMode: 'top-bottom' } }, TOP_BOTTOM],
  [
    'an eye beside the other, with a first view',
    { first: { ...SPHERE, StereoMode: ' left-right\n', InitialViewHeadingDegrees: '90' } },
    { ...LEFT_RIGHT, sphere: view(90) },
  ],
  ['eyes as nobody lays them out', { first: { ...SPHERE, StereoMode: 'anaglyph' } }, OTHER_EYES],
  [
    'half a sphere for each eye by its sizes',
    {
      first: {
        ...SPHERE,
        StereoMode: 'left-right',
        FullPanoWidthPixels: '7680',
        CroppedAreaImageWidthPixels: '3840',
      },
    },
    { projection: 'cropped', sphere: {} },
  ],
  ['a cube', { first: { ...SPHERE, ProjectionType: 'cubemap' } }, { projection: 'other', sphere: {} }],
  ['no sphere by name', { first: { ...SPHERE, Spherical: 'false' } }, undefined],
  ['spatial-media 2', { second: {} }, WHOLE],
  ['version 2 for one eye', { second: { stereoMode: 0 } }, WHOLE],
  ['version 2, top and bottom', { second: { stereoMode: 1 } }, TOP_BOTTOM],
  [
    'version 2, left and right, with a pose',
    { second: { stereoMode: 2, pose: [0, 5.5, -2] } },
    { ...LEFT_RIGHT, sphere: { proposedPose: { pitch: 5.5, roll: 2 } } },
  ],
  ['version 2, eyes as the application knows', { second: { stereoMode: 3 } }, OTHER_EYES],
  ['version 2, right and left', { second: { stereoMode: 4 } }, RIGHT_FIRST],
  ['version 2, eyes of a later version', { second: { stereoMode: 200 } }, OTHER_EYES],
  [
    'VR180, half a sphere for each eye',
    { second: { stereoMode: 2, bounds: [0, 0, 0.25, 0.25] } },
    { projection: 'cropped', sphere: {} },
  ],
  ['a cube of version 2', { second: { projection: 'cbmp' } }, { projection: 'other', sphere: {} }],
  ['a mesh', { second: { projection: 'mshp' } }, { projection: 'other', sphere: {} }],
  [
    'a pose, which is proposed, and turns the first view',
    { second: { pose: [-120, 5.5, -2] } },
    { ...WHOLE, sphere: { ...view(-120), proposedPose: { pitch: 5.5, roll: 2 } } },
  ],
  ['a pose beyond what may be stated', { second: { pose: [0, 120, 0] } }, WHOLE],
  [
    'both versions, of which the second counts',
    {
      first: { ...SPHERE, StereoMode: 'top-bottom', InitialViewHeadingDegrees: '90' },
      second: { pose: [10, 0, 0] },
    },
    { ...WHOLE, sphere: view(10) },
  ],
];

/** Matroska’s numbers for the layouts of MP4’s `st3d`. */
const WEBM_EYES = new Map([
  [0, 0],
  [1, 3],
  [2, 1],
]);
const TYPES = { equi: 1, cbmp: 2, mshp: 3 };

/** WebM films, and all that is to be read of them: what version 2 says of MP4 means the same there. */
export const WEBM_FILMS: [name: string, said: WebmSphere, expected: object | undefined][] = [
  ...CAMERA_FILMS.flatMap(([name, { first, second }, expected]): typeof WEBM_FILMS => {
    if (first !== undefined || second === undefined) return [];
    const { projection = 'equi', stereoMode, ...said } = second;
    if (stereoMode !== undefined && !WEBM_EYES.has(stereoMode)) return [];
    const eyes = stereoMode === undefined ? {} : { stereoMode: WEBM_EYES.get(stereoMode) ?? 0 };
    return [[name, { ...said, ...eyes, type: TYPES[projection] }, expected]];
  }),
  ['an equirectangular one without bounds', { private: Buffer.alloc(0) }, WHOLE],
  ['an eye above the other, the right one first', { stereoMode: 2 }, RIGHT_FIRST],
  ['an eye beside the other, the right one first', { stereoMode: 11 }, RIGHT_FIRST],
  ['eyes in rows by turns', { stereoMode: 7 }, OTHER_EYES],
  ['eyes in two colours', { stereoMode: 10 }, OTHER_EYES],
  ['one picture for both eyes', { stereoMode: 0, pose: [0, 0, 0] }, WHOLE],
  ['a flat film that is to be turned', { type: 0, pose: [0, 0, 90] }, undefined],
  ['a projection that nobody knows', { type: 9 }, { projection: 'other', sphere: {} }],
  ['a pose that is no number', { pose: [Number.NaN, Number.POSITIVE_INFINITY, 0] }, WHOLE],
];

/** Writes it into a film. */
export function asFilmed(film: Buffer, { first, second }: CameraFilm): Buffer {
  const marked = second ? withBox(film, 'entry', sphericalBoxes(second)) : film;
  return first ? withBox(marked, 'trak', sphericalBox(first)) : marked;
}
