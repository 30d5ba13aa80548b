import type { StudioMedia } from '@oriel/contract';
import { formatDuration } from '../../../format.ts';

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

function scaled(bytes: number): { value: number; unit: number } {
  let value = bytes;
  let unit = 0;
  for (; value >= 1023.5 && unit < UNITS.length - 1; unit += 1) value /= 1024;
  return { value, unit };
}

const rounded = (value: number, unit: number) =>
  unit === 0 || value >= 99.95 ? `${Math.round(value)}` : `${Math.round(value * 10) / 10}`;

/** "12.4 MB", of 1,024 KB each. */
export function formatBytes(bytes: number): string {
  const { value, unit } = scaled(bytes);
  return `${rounded(value, unit)} ${UNITS[unit]}`;
}

/** "3.2 of 200 GB" */
export function formatRoom(used: number, total: number): string {
  const { value, unit } = scaled(total);
  const share = used / 1024 ** unit;
  if (used > 0 && share < 0.1) return `${formatBytes(used)} of ${rounded(value, unit)} ${UNITS[unit]}`;
  return `${rounded(share, unit)} of ${rounded(value, unit)} ${UNITS[unit]}`;
}

/** "about 2 min left"; empty where it is not known. */
export function formatTimeLeft(bytesLeft: number, speed: number): string {
  if (speed <= 0) return '';
  const seconds = bytesLeft / speed;
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min left`;
  const hours = Math.round(minutes / 30) / 2;
  return hours < 24 ? `about ${hours} h left` : 'more than a day left';
}

/** "360 photo, 8192 × 4096", "360 film, stereo, 1:20" or "Part of a sphere, covers 200° × 90°"; empty until the kind is known. */
export function describeKind({
  kind,
  width,
  height,
  durationSeconds,
  stereo,
  coverage,
}: Pick<StudioMedia, 'kind' | 'width' | 'height' | 'durationSeconds' | 'stereo' | 'coverage'>): string {
  const size = width !== null && height !== null ? `, ${width} × ${height}` : '';
  const length = durationSeconds === null ? '' : `, ${formatDuration(durationSeconds)}`;
  const eyes = stereo === 'mono' ? '' : ', stereo';
  switch (kind) {
    case 'photo':
      return coverage === null
        ? `360 photo${eyes}${size}`
        : `Part of a sphere, covers ${Math.round(coverage.horizontal)}° × ${Math.round(coverage.vertical)}°`;
    case 'video':
      return `360 film${eyes}${length}`;
    case 'image':
      return `Flat picture${size}`;
    case 'film':
      return `Film${length}`;
    case 'sound':
      return `Sound${length}`;
    default:
      return '';
  }
}

export const isUnfinished = ({ state }: Pick<StudioMedia, 'state'>): boolean =>
  state !== 'ready' && state !== 'refused';

/** Of what was dropped. */
export const describeUnreadable = (count: number): string =>
  count === 1
    ? 'One file or folder could not be read. Please choose it again.'
    : `${count} files or folders could not be read. Please choose them again.`;
