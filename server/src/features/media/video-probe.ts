/**
 * Reads a video's container and decodes its first frame. Runs as a separate program (`node video-probe.ts FILE FOLDER MS`),
 * because hostile files can keep a parser busy indefinitely, and to isolate the decoder, FFmpeg compiled to WebAssembly, from
 * the server. Writes `frame.rgb` into FOLDER and prints a `ProbeReport`. Ends itself after MS milliseconds, because the server
 * that started it may have died.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '@ffmpeg/core';
import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MkvOutputFormat,
  MP4,
  Output,
  QTFF,
  WEBM,
} from 'mediabunny';
import { type FilmLayout, hasTooManyParts, readFilmLayout } from './film-projection.ts';
import { reportError } from './machine-errors.ts';
import { MAX_VIDEO_WIDTH } from './manifest.ts';
import { killAfter } from './probe-timer.ts';
import type { RefusalCode } from './refusals.ts';

/** The maximum width of the still. */
const MAX_STILL_WIDTH = 4096;
const CODECS = new Set(['avc', 'hevc', 'vp8', 'vp9']);

/** The output of the program, as JSON. */
export type ProbeReport =
  | { refused: RefusalCode }
  | {
      width: number;
      height: number;
      /** Seconds. */
      duration: number;
      /** What the container says of the film's layout. */
      layout?: FilmLayout | undefined;
      /** The size of `frame.rgb`: 3 bytes per pixel. */
      still: { width: number; height: number };
    };

/** The module expects a browser's worker, of which it needs these names alone. */
async function loadFFmpeg(): Promise<Core> {
  Object.assign(globalThis, { self: { location: { href: import.meta.url } } });
  const { default: create } = await import('@ffmpeg/core');
  return create({ wasmBinary: await readFile(new URL(import.meta.resolve('@ffmpeg/core/wasm'))) });
}

/** The first frame as a separate file, so that the decoder need not read the rest. */
async function firstFrame(track: InputVideoTrack, sink: EncodedPacketSink): Promise<Uint8Array | undefined> {
  const first = await sink.getFirstPacket();
  const packet = first?.type === 'key' ? first : await sink.getNextKeyPacket(first ?? fail());
  const config = await track.getDecoderConfig();
  const { codec } = track;
  if (!packet || !config || !codec) return undefined;
  const output = new Output({ format: new MkvOutputFormat(), target: new BufferTarget() });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  await output.start();
  await source.add(packet.clone({ timestamp: 0 }), { decoderConfig: config });
  await output.finalize();
  return output.target.buffer === null ? undefined : new Uint8Array(output.target.buffer);
}

function fail(): never {
  throw new Error('the video has no packets');
}

async function decodeStill(video: Uint8Array, width: number, height: number, file: string) {
  const still = { width, height };
  if (width > MAX_STILL_WIDTH) {
    still.width = MAX_STILL_WIDTH;
    still.height = Math.round((height * MAX_STILL_WIDTH) / width);
  }
  const ffmpeg = await loadFFmpeg();
  ffmpeg.FS.writeFile('/video.mkv', video);
  const scale = `scale=${still.width}:${still.height}:flags=lanczos`;
  const output = ['-frames:v', '1', '-vf', scale, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '/frame.rgb'];
  ffmpeg.exec('-v', 'error', '-xerror', '-err_detect', 'explode', '-i', '/video.mkv', ...output);
  if (ffmpeg.ret !== 0) return undefined;
  const pixels = ffmpeg.FS.readFile('/frame.rgb');
  if (pixels.length !== still.width * still.height * 3) return undefined;
  await writeFile(file, pixels);
  return still;
}

async function probe(file: string, folder: string): Promise<ProbeReport> {
  if (await hasTooManyParts(file)) return { refused: 'media_corrupt' };
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new FilePathSource(file) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) {
    const tracks = await input.getTracks();
    return { refused: tracks.length === 0 ? 'media_corrupt' : 'media_no_picture_track' };
  }
  if (track.codec === null || !CODECS.has(track.codec)) return { refused: 'media_codec_unsupported' };
  const { displayWidth: width, displayHeight: height } = track;
  if (width > MAX_VIDEO_WIDTH) return { refused: 'media_film_too_many_pixels' };
  const duration = await input.computeDuration();
  const sink = new EncodedPacketSink(track);
  // Reads the last packet, which is missing from a video whose upload or export was interrupted.
  const last = await sink.getPacket(Number.POSITIVE_INFINITY);
  if (!last || !(duration > 0)) return { refused: 'media_corrupt' };
  const frame = await firstFrame(track, sink);
  const still = frame && (await decodeStill(frame, width, height, path.join(folder, 'frame.rgb')));
  if (still === undefined) return { refused: 'media_corrupt' };
  return { width, height, duration, still, layout: await readFilmLayout(file) };
}

const [file, folder, limit] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && file !== undefined && folder !== undefined) {
  killAfter(Number(limit));
  const report = await probe(file, folder).catch(reportError);
  process.stdout.write(JSON.stringify(report));
}
