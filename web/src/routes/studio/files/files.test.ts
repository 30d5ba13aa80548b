import { describe, expect, it } from 'vitest';
import { droppedFiles } from './dropped-files.ts';
import { newsOf } from './media-news.tsx';
import { createPace, lighterChunk, nextChunk, retryDelayMs, Speedometer } from './pace.ts';
import { describeKind, describeUnreadable, formatBytes, formatRoom, formatTimeLeft } from './words.ts';

const MEBIBYTE = 1024 * 1024;
const MOST = 16 * MEBIBYTE;

describe('the next piece', () => {
  it('takes about five seconds', () => {
    expect(nextChunk(4 * MEBIBYTE, 10_000, MOST)).toBe(2 * MEBIBYTE);
    expect(nextChunk(4 * MEBIBYTE, 4_000, MOST)).toBe(5 * MEBIBYTE);
  });

  it('at most doubles, and stays within its bounds', () => {
    expect(nextChunk(4 * MEBIBYTE, 1, MOST)).toBe(8 * MEBIBYTE);
    expect(nextChunk(MOST, 1, MOST)).toBe(MOST);
    expect(nextChunk(MEBIBYTE, 60_000, MOST)).toBe(MEBIBYTE / 4);
  });

  it('is lighter after a lost one, and never heavier', () => {
    expect([MOST, MEBIBYTE, MEBIBYTE / 2, MEBIBYTE / 4].map(lighterChunk)).toEqual([
      MEBIBYTE,
      MEBIBYTE / 2,
      MEBIBYTE / 4,
      MEBIBYTE / 4,
    ]);
  });
});

it('waits longer with each attempt, up to half a minute', () => {
  expect([1, 2, 3, 9].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 30_000]);
});

it('measures the speed of the last seconds', () => {
  const speedometer = new Speedometer();
  speedometer.add(0, 0);
  speedometer.add(500, 500);
  expect(speedometer.speed).toBe(0);
  speedometer.add(2_000, 2_000);
  expect(speedometer.speed).toBe(1_000);
  speedometer.add(0, 3_000);
  expect(speedometer.speed).toBe(0);
});

it.each([
  [0, '0 bytes'],
  [900, '900 bytes'],
  [1_536, '1.5 KB'],
  [12.4 * MEBIBYTE, '12.4 MB'],
  [1_048_575, '1 MB'],
  [200 * 1024 ** 3, '200 GB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it('says how much room is used', () => {
  expect(formatRoom(3.2 * 1024 ** 3, 200 * 1024 ** 3)).toBe('3.2 of 200 GB');
  expect(formatRoom(0, 200 * 1024 ** 3)).toBe('0 of 200 GB');
  expect(formatRoom(310 * 1024, 200 * 1024 ** 3)).toBe('310 KB of 200 GB');
});

it.each([
  [0, ''],
  [1_000, 'a few seconds left'],
  [100, 'about 30 s left'],
  [25, 'about 2 min left'],
  [0.5, 'about 1.5 h left'],
])('at %d bytes a second, 2,800 bytes are %s', (speed, text) =>
  expect(formatTimeLeft(2_800, speed)).toBe(text),
);

it('says what a photo shows of the sphere', () => {
  const photo = {
    kind: 'photo',
    width: 4000,
    height: 2000,
    durationSeconds: null,
    stereo: 'mono',
    coverage: null,
  } as const;
  expect(describeKind(photo)).toBe('360 photo, 4000 × 2000');
  const eyes = { ...photo, height: 4000, stereo: 'top-bottom' } as const;
  expect(describeKind(eyes)).toBe('360 photo, stereo, 4000 × 4000');
  const film = { ...photo, kind: 'video', durationSeconds: 80, stereo: 'left-right' } as const;
  expect(describeKind(film)).toBe('360 film, stereo, 1:20');
  const coverage = { horizontal: 200.4, vertical: 90 };
  expect(describeKind({ ...photo, coverage })).toBe('Part of a sphere, covers 200° × 90°');
});

describe('what is dropped', () => {
  const file = (name: string, isReadable = true) => ({
    name,
    isFile: true,
    file: (resolve: (file: File) => void, reject: (error: Error) => void) =>
      isReadable ? resolve(new File(['a'], name)) : reject(new Error('gone')),
  });
  const folder = (name: string, inner: object[], isReadable = true) => ({
    name,
    isFile: false,
    createReader: () => {
      const parts = [inner, []];
      return {
        readEntries: (resolve: (part: object[] | undefined) => void, reject: (error: Error) => void) =>
          isReadable ? resolve(parts.shift()) : reject(new Error('gone')),
      };
    },
  });
  const drop = (...entries: object[]) => {
    const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
    return droppedFiles({ items, files: [] } as unknown as DataTransfer);
  };

  it('comes without what cannot be read, of which the number is told', async () => {
    const { files, unreadable } = await drop(
      file('one.jpg'),
      file('gone.jpg', false),
      folder('rooms', [file('two.jpg'), file('.DS_Store'), file('lost.jpg', false)]),
      folder('locked', [], false),
    );
    expect(files.map(({ name }) => name)).toEqual(['one.jpg', 'two.jpg']);
    expect(unreadable).toBe(3);
    expect(describeUnreadable(1)).toBe('One file or folder could not be read. Please choose it again.');
  });
});

it('asks more seldom where nothing changes, once for each reading', () => {
  const pace = createPace();
  expect([pace('a', 1), pace('a', 1), pace('a', 1)]).toEqual([1_000, 1_000, 1_000]);
  expect([pace('a', 2), pace('a', 2), pace('a', 3)]).toEqual([1_250, 1_250, 1_562.5]);
  expect(pace('b', 4)).toBe(1_000);
});

it('tells what has become ready or been refused, and nothing that was so before', () => {
  const media = (id: string, state: 'received' | 'preparing' | 'ready' | 'refused') => ({
    id,
    state,
    fileName: `${id}.jpg`,
  });
  expect(newsOf([media('a', 'preparing')], [media('a', 'ready')])).toBe('a.jpg is ready.');
  expect(newsOf([media('a', 'received')], [media('a', 'preparing')])).toBe('');
  expect(newsOf([media('a', 'ready')], [media('a', 'ready'), media('older', 'ready')])).toBe('');
  expect(newsOf([], [media('a', 'refused')])).toBe('a.jpg is not usable.');
  expect(
    newsOf(
      [media('a', 'preparing'), media('b', 'received')],
      [media('c', 'ready'), media('a', 'ready'), media('b', 'refused')],
    ),
  ).toBe('2 files are ready. b.jpg is not usable.');
});
