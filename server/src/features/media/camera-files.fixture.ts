import { expect } from 'vitest';
import { asAttributes, asElements, GPANO, RDF } from './photo-sphere.fixture.ts';

/** A photo as a camera or an editor writes it, in a small size: its pixels do not matter. */
export interface CameraPhoto {
  width: number;
  height: number;
  format?: 'jpeg' | 'png' | 'webp';
  make?: string;
  /** Of EXIF. */
  orientation?: number;
  xmp?: string;
}

/** A number of degrees that was computed. */
const near = (degrees: number) => expect.closeTo(degrees, 1);

type Values = Record<string, number | string>;

/** What cameras write about a part of a sphere; of a whole one without `left` and `top`. */
const area = (full: [number, number], size = full, [left, top] = [0, 0]): Values => ({
  UsePanoramaViewer: 'True',
  ProjectionType: 'equirectangular',
  FullPanoWidthPixels: full[0],
  FullPanoHeightPixels: full[1],
  CroppedAreaImageWidthPixels: size[0],
  CroppedAreaImageHeightPixels: size[1],
  CroppedAreaLeftPixels: left,
  CroppedAreaTopPixels: top,
});

const posed = (heading: number | string, pitch: number | string = 0, roll: number | string = 0): Values => ({
  PoseHeadingDegrees: heading,
  PosePitchDegrees: pitch,
  PoseRollDegrees: roll,
});

/** A packet as editors write it: with room to grow, and what else they know. */
const asPacket = (values: Values) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>${asAttributes(values).replace(
    '<rdf:Description',
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Editor"><xmp:Rating>3</xmp:Rating></rdf:Description><rdf:Description',
  )}${`${' '.repeat(99)}\n`.repeat(20)}<?xpacket end="w"?>`;

const DRONE = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}"><rdf:Description xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" xmlns:GPano="${GPANO}" drone-dji:GimbalYawDegree="+41.30" drone-dji:GimbalPitchDegree="-90.00" GPano:ProjectionType="equirectangular" GPano:FullPanoWidthPixels="8192" GPano:FullPanoHeightPixels="4096" GPano:CroppedAreaImageWidthPixels="8192" GPano:CroppedAreaImageHeightPixels="4096" GPano:CroppedAreaLeftPixels="0" GPano:CroppedAreaTopPixels="0"/></rdf:RDF></x:xmpmeta>`;

const WHOLE = { width: 2048, height: 1024 };
const SKYLESS = area([8192, 4096], [8192, 3276], [0, 820]);
const NO_PART = { kind: 'photo', width: 2048, height: 1024, isAssumed: false };
const FLAT = { kind: 'image' };
/** A sphere about which nothing else is known. */
const BARE = { ...NO_PART, sphere: {} };
const level = (heading: number) => ({ pose: { heading, pitch: 0, roll: 0 } });

/** Photos, and what is to be recognised: `sphere` is the whole of it, everything else in part. */
export const CAMERA_PHOTOS: [name: string, photo: CameraPhoto, expected: object][] = [
  [
    'Ricoh Theta S, held askew',
    {
      ...WHOLE,
      make: 'RICOH',
      xmp: asAttributes({ ...area([5376, 2688]), ...posed('318.0', '-3.2', '1.7') }),
    },
    { ...NO_PART, sphere: { pose: { heading: -42, pitch: -3.2, roll: -1.7 } } },
  ],
  [
    'Ricoh Theta Z1 without a compass',
    {
      ...WHOLE,
      make: 'RICOH',
      xmp: asAttributes({ ...area([6720, 3360]), PosePitchDegrees: '2.5', PoseRollDegrees: '0.0' }),
    },
    { ...NO_PART, sphere: { pose: { pitch: 2.5, roll: 0 } } },
  ],
  [
    'Ricoh Theta X on a tripod',
    { ...WHOLE, make: 'Ricoh', xmp: asPacket({ ...area([11_008, 5504]), ...posed('90.5', '0.0', '0.0') }) },
    { ...NO_PART, sphere: level(90.5) },
  ],
  [
    'Insta360, which levels and states the tilt all the same',
    {
      ...WHOLE,
      make: 'Arashi Vision',
      xmp: asAttributes({ ...area([11_968, 5984]), ...posed('0', '12.5', '-4') }),
    },
    { ...NO_PART, sphere: { ...level(0), proposedPose: { pitch: 12.5, roll: 4 } } },
  ],
  [
    'Insta360 Studio without pose',
    { ...WHOLE, make: 'Insta360', xmp: asAttributes(area([6080, 3040])) },
    BARE,
  ],
  [
    'GoPro MAX, which writes zeros',
    { ...WHOLE, make: 'GoPro', xmp: asAttributes({ ...area([5760, 2880]), ...posed('0', '0', '0') }) },
    { ...NO_PART, sphere: level(0) },
  ],
  [
    'Samsung Gear 360, with the first view',
    {
      ...WHOLE,
      make: 'SAMSUNG',
      xmp: asElements({
        ...area([7776, 3888]),
        ...posed('180'),
        InitialViewHeadingDegrees: 225,
        InitialViewPitchDegrees: 5,
        InitialViewRollDegrees: 0,
      }),
    },
    { ...NO_PART, sphere: { ...level(-180), view: { yaw: near(45), pitch: near(5), fov: 75 } } },
  ],
  [
    'Street View app, whole',
    {
      ...WHOLE,
      make: 'Google',
      xmp: asAttributes({
        ...area([8704, 4352]),
        ...posed('271.25', '0.0', '0.0'),
        LargestValidInteriorRectLeft: 0,
        FirstPhotoDate: '2019-08-02T09:12:00Z',
        SourcePhotosCount: 40,
      }),
    },
    { ...NO_PART, sphere: level(-88.75) },
  ],
  [
    'Google Camera, a part',
    {
      width: 1400,
      height: 700,
      make: 'Google',
      xmp: asAttributes({
        ...area([8000, 4000], [4200, 2100], [1900, 1000]),
        ...posed('45.0', '0.0', '0.0'),
      }),
    },
    {
      kind: 'photo',
      width: 2667,
      isAssumed: false,
      sphere: { ...level(45), part: { minYaw: -94.5, maxYaw: 94.5, minPitch: near(-49.5), maxPitch: 45 } },
    },
  ],
  ['DJI drone, whole', { ...WHOLE, make: 'DJI', xmp: DRONE }, BARE],
  [
    'DJI drone without the sky',
    { width: 2048, height: 819, make: 'DJI', xmp: asAttributes(SKYLESS) },
    {
      kind: 'photo',
      width: 2048,
      height: 1024,
      isAssumed: false,
      sphere: { part: { minYaw: -180, maxYaw: 180, minPitch: -90, maxPitch: near(53.96) } },
    },
  ],
  [
    'DJI drone stitched without metadata',
    { width: 4000, height: 1600, make: 'DJI' },
    {
      kind: 'photo',
      width: 4000,
      height: 2000,
      isAssumed: true,
      sphere: { part: { minYaw: -180, maxYaw: 180, minPitch: -72, maxPitch: 72 } },
    },
  ],
  [
    'Hugin, whose numbers are elements',
    { width: 1024, height: 700, xmp: asElements({ ...area([9000, 4500], [4096, 2800], [2452, 850]) }) },
    {
      kind: 'photo',
      isAssumed: false,
      sphere: { part: { minYaw: near(-81.92), maxYaw: near(81.92), minPitch: near(-56), maxPitch: 56 } },
    },
  ],
  [
    'PTGui, whole',
    { ...WHOLE, xmp: asPacket({ ...area([16_000, 8000]), ...posed('0.0', '0.0', '0.0') }) },
    { ...NO_PART, sphere: level(0) },
  ],
  [
    'Photoshop, under another prefix and after other descriptions',
    { ...WHOLE, xmp: asPacket({ ...area([10_000, 5000]), ...posed(12) }).replaceAll('GPano', 'pano') },
    { ...NO_PART, sphere: level(12) },
  ],
  [
    'Lightroom, which made it smaller and left the numbers',
    { width: 1254, height: 1000, xmp: asAttributes(area([18_814, 9407], [9407, 7500], [4703, 953])) },
    {
      kind: 'photo',
      width: 2508,
      height: 1254,
      isAssumed: false,
      sphere: {
        part: { minYaw: near(-90), maxYaw: near(90), minPitch: near(-71.74), maxPitch: near(71.76) },
      },
    },
  ],
  [
    'Lightroom, which cut it to another shape and left the numbers',
    { width: 1600, height: 1200, xmp: asAttributes(area([8000, 4000], [8000, 3000], [0, 500])) },
    FLAT,
  ],
  [
    'a part turned by its orientation',
    {
      width: 700,
      height: 1400,
      orientation: 6,
      xmp: asAttributes(area([8000, 4000], [4200, 2100], [1900, 1000])),
    },
    { kind: 'photo', width: 2667, isAssumed: false },
  ],
  ['a renderer’s export without metadata', WHOLE, BARE],
  [
    'a renderer’s PNG with metadata',
    { ...WHOLE, format: 'png', xmp: asAttributes({ ...area([2048, 1024]), ...posed(33) }) },
    { ...NO_PART, sphere: level(33) },
  ],
  [
    'a small WebP that says it is a sphere',
    { width: 1024, height: 512, format: 'webp', xmp: asAttributes(area([1024, 512])) },
    { kind: 'photo', width: 1024, height: 512, sphere: {} },
  ],
  ['a small picture of 2:1 that says nothing', { width: 1024, height: 512 }, FLAT],
  [
    'Vuze, an eye above the other',
    { width: 3840, height: 3840 },
    { kind: 'photo', width: 3840, height: 3840, photo: { isStereo: true } },
  ],
  ['a square of a phone', { width: 3024, height: 3024, make: 'Apple' }, FLAT],
  [
    'a panorama of an iPhone, all the way round',
    { width: 4000, height: 900, make: 'Apple' },
    { kind: 'photo', width: 4000, isAssumed: true },
  ],
  [
    'a cylinder of an Android phone, whose numbers are of another projection',
    {
      width: 4000,
      height: 900,
      make: 'Google',
      xmp: asAttributes({
        ...area([12_000, 6000], [8000, 1800], [2000, 2100]),
        ProjectionType: 'cylindrical',
        ...posed(80),
      }),
    },
    {
      kind: 'photo',
      isAssumed: true,
      sphere: { part: { minYaw: -180, maxYaw: 180, minPitch: -40.5, maxPitch: 40.5 } },
    },
  ],
  ['a photo of 3:2', { width: 1500, height: 1000, make: 'Canon' }, FLAT],
  ['a banner', { width: 3000, height: 500 }, FLAT],
  [
    'a pose of words and absurd numbers',
    { ...WHOLE, xmp: asAttributes({ ...area([2048, 1024]), ...posed('north', '1e9', '99999999999') }) },
    BARE,
  ],
  [
    'a pose beyond the zenith',
    { ...WHOLE, make: 'RICOH', xmp: asAttributes({ ...area([2048, 1024]), ...posed(725, 400, -1000) }) },
    { ...NO_PART, sphere: { pose: { heading: 5, pitch: 90, roll: 180 } } },
  ],
  [
    'a part outside of its sphere',
    { ...WHOLE, xmp: asAttributes(area([8000, 4000], [4000, 2000], [7000, 0])) },
    BARE,
  ],
  ['a part of negative size', { ...WHOLE, xmp: asAttributes(area([8000, 4000], [-4000, -2000])) }, BARE],
  ['a part of no size', { ...WHOLE, xmp: asAttributes(area([0, 0])) }, BARE],
  [
    'XMP that ends early',
    { ...WHOLE, xmp: asAttributes({ ...area([8000, 4000]), ...posed(9) }).slice(0, -40) },
    BARE,
  ],
  ['XMP with entities', { ...WHOLE, xmp: `<!DOCTYPE x [<!ENTITY a "b">]>${asAttributes(posed(9))}` }, BARE],
  [
    'a megabyte of XMP',
    { ...WHOLE, format: 'png', xmp: asAttributes({ ...posed(9), Notes: 'x'.repeat(1_100_000) }) },
    BARE,
  ],
];

/** Files of `testing/photos`, and all that is to be recognised. */
export const EXIFTOOL_PHOTOS: [name: string, expected: object][] = [
  [
    'whole.jpg',
    {
      kind: 'photo',
      width: 1024,
      height: 512,
      isAssumed: false,
      sphere: { pose: { heading: -42.5, pitch: -3.25, roll: -1.5 } },
    },
  ],
  [
    'part.jpg',
    {
      kind: 'photo',
      width: 1200,
      height: 600,
      isAssumed: false,
      sphere: {
        part: { minYaw: -90, maxYaw: 90, minPitch: -54, maxPitch: 36 },
        proposedPose: { pitch: 2, roll: 0 },
      },
    },
  ],
  ['extended.jpg.gz', { kind: 'photo', width: 1024, height: 512, isAssumed: false, sphere: level(90) }],
];
