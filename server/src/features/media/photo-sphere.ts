import type { Pose, TourView } from '@oriel/contract';
// Not of the whole contract: decoders' programs start with each file, and would load all of it.
import { DEFAULT_FOV } from '@oriel/contract/shared/tour/limits';
import { clamp, worldToPicture, wrapDegrees } from '@oriel/contract/shared/tour/pose';
import { verticalFov } from '@oriel/contract/shared/tour/seen-range';
import { SaxesParser } from 'saxes';

/** A part of a sphere, in degrees of the picture's own frame; its sides are the edges of the picture. */
export interface SpherePart {
  minYaw: number;
  maxYaw: number;
  minPitch: number;
  maxPitch: number;
}

/** What a camera wrote into a photo about the sphere that it belongs to, in the terms of a tour document. */
export interface PhotoSphere {
  /** What the photo shows; the whole sphere without. */
  part?: SpherePart;
  /** How the photo is to be turned. Its pitch and roll are 0 unless the camera's maker is known to state them of the photo as it is. */
  pose?: Pose;
  /** The pitch and roll that another camera states, which may have levelled the photo by them already. */
  proposedPose?: Omit<Pose, 'heading'>;
  /** The first view. */
  view?: TourView;
}

const NAMESPACE = 'http://ns.google.com/photos/1.0/panorama/';
const MAX_XMP_CHARACTERS = 1_000_000;
/** Applications that resize a photo leave these numbers as they were; the shape must still be right. */
const SHAPE_TOLERANCE = 0.02;
/** The screen that a horizontal field of view is meant for. */
const ASPECT_RATIO = 16 / 9;

/** Makers whose cameras state the pose of the photo as it is. Others level the photo, and state how they were held all the same. */
const TRUSTED_MAKERS = /^ricoh\b/i;

const NUMBER = /^\s*[+-]?\d{1,9}(?:\.\d{1,9})?\s*$/;

/**
 * The numbers of a photo's XMP in Google's namespace, as attributes or as elements. Damaged XMP holds none. Of another
 * projection, such as the cylinders that phones stitch, no number says what the photo shows: it is read as if there were none.
 */
export function readPhotoSphereNumbers(xmp: string | undefined): Map<string, number> {
  const numbers = new Map<string, number>();
  let isEquirectangular = true;
  if (xmp === undefined) return numbers;
  const add = (name: string, text: string) => {
    if (name === 'ProjectionType' && text.trim() !== '')
      isEquirectangular = text.trim() === 'equirectangular';
    if (NUMBER.test(text)) numbers.set(name, Number(text));
  };
  const parser = new SaxesParser({ xmlns: true });
  let element: string | undefined;
  parser.on('doctype', () => parser.fail('a document type could name other files'));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    element = uri === NAMESPACE ? local : undefined;
    for (const attribute of Object.values(attributes))
      if (attribute.uri === NAMESPACE) add(attribute.local, attribute.value);
  });
  parser.on('text', (text) => element !== undefined && add(element, text));
  parser.on('closetag', () => {
    element = undefined;
  });
  try {
    parser.write(xmp.slice(0, MAX_XMP_CHARACTERS)).close();
  } catch {
    return new Map();
  }
  return isEquirectangular ? numbers : new Map();
}

interface Size {
  width: number;
  height: number;
}

function partOf(numbers: Map<string, number>, size: Size): SpherePart | undefined {
  const read = (name: string) => numbers.get(name) ?? Number.NaN;
  const [full, fullHeight] = [read('FullPanoWidthPixels'), read('FullPanoHeightPixels')];
  const [width, height] = [read('CroppedAreaImageWidthPixels'), read('CroppedAreaImageHeightPixels')];
  const [left, top] = [read('CroppedAreaLeftPixels'), read('CroppedAreaTopPixels')];
  const isInside =
    left >= 0 && top >= 0 && width > 0 && height > 0 && left + width <= full && top + height <= fullHeight;
  if (!isInside || (width === full && height === fullHeight)) return undefined;
  const isSphere = Math.abs(full / fullHeight / 2 - 1) <= SHAPE_TOLERANCE;
  const isThisPhoto = Math.abs(width / height / (size.width / size.height) - 1) <= SHAPE_TOLERANCE;
  if (!isSphere || !isThisPhoto) return undefined;
  return {
    minYaw: (left / full) * 360 - 180,
    maxYaw: ((left + width) / full) * 360 - 180,
    minPitch: 90 - ((top + height) / fullHeight) * 180,
    maxPitch: 90 - (top / fullHeight) * 180,
  };
}

function posesOf(
  numbers: Map<string, number>,
  make: string | undefined,
): Pick<PhotoSphere, 'pose' | 'proposedPose'> {
  const heading = numbers.get('PoseHeadingDegrees');
  const pitch = clamp(numbers.get('PosePitchDegrees') ?? 0, -90, 90);
  // Positive where the horizon leans to the left in the picture: the camera tipped to its right.
  const roll = -clamp(numbers.get('PoseRollDegrees') ?? 0, -180, 180) || 0;
  const stated = { pitch, roll };
  const isTilted = pitch !== 0 || roll !== 0;
  const isTrusted = make !== undefined && TRUSTED_MAKERS.test(make);
  const tilt = isTrusted ? stated : { pitch: 0, roll: 0 };
  const isPosed = heading !== undefined || (isTrusted && isTilted);
  return {
    ...(isPosed && { pose: { ...tilt, ...(heading !== undefined && { heading: wrapDegrees(heading) }) } }),
    ...(isTilted && !isTrusted && { proposedPose: stated }),
  };
}

/** The first view is stated in the world: by its bearing, from the horizon. */
function viewOf(numbers: Map<string, number>, { pose }: PhotoSphere): TourView | undefined {
  const heading = numbers.get('InitialViewHeadingDegrees');
  const pitch = numbers.get('InitialViewPitchDegrees');
  const horizontalFov = numbers.get('InitialHorizontalFOVDegrees');
  if (heading === undefined && pitch === undefined && horizontalFov === undefined) return undefined;
  const world = { yaw: heading ?? pose?.heading ?? 0, pitch: clamp(pitch ?? 0, -90, 90) };
  const direction = worldToPicture(pose ?? { pitch: 0, roll: 0 }, world);
  const fov = horizontalFov && verticalFov(clamp(horizontalFov, 1, 170), ASPECT_RATIO);
  return { ...direction, fov: clamp(fov ?? DEFAULT_FOV, 20, 110) };
}

/**
 * Reads Google's photo sphere metadata ("GPano"). What is impossible, or belongs to another shape, is ignored; never throws.
 *
 * @param xmp the photo's XMP packet
 * @param size of the upright photo, in pixels
 * @param make the camera's maker
 */
export function readPhotoSphere(xmp: string | undefined, size: Size, make?: string): PhotoSphere {
  const numbers = readPhotoSphereNumbers(xmp);
  const part = partOf(numbers, size);
  const poses = posesOf(numbers, make);
  const view = viewOf(numbers, poses);
  return { ...(part && { part }), ...poses, ...(view && { view }) };
}
