/**
 * Repackages a film or sound (`node remux-probe.ts FILE FOLDER MS NAME`): its picture, if NAME is a film's, and its first sound as
 * they are, the header first, and nothing else that a camera or an editor wrote, such as where and who it was. Prints `{}`, or
 * a refusal.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputTrack,
  MATROSKA,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { reportError } from './machine-errors.ts';
import { killAfter } from './probe-timer.ts';
import type { RefusalCode } from './refusals.ts';

/** Where an MP4 names its brand. */
const FTYP_BRAND = 8;

export type RemuxReport = { refused?: RefusalCode };

interface Copy {
  packets: AsyncGenerator<EncodedPacket>;
  next: EncodedPacket | undefined;
  add(packet: EncodedPacket): Promise<void>;
}

async function begin(track: InputTrack, add: Copy['add']): Promise<Copy> {
  const packets = new EncodedPacketSink(track).packets();
  return { packets, add, next: (await packets.next()).value ?? undefined };
}

/** Copies packets in the order in which they are played, so that neither track waits for the other. */
async function copyAll(copies: readonly Copy[]): Promise<void> {
  for (;;) {
    const [first] = copies
      .filter(({ next }) => next !== undefined)
      .sort((a, b) => (a.next?.timestamp ?? 0) - (b.next?.timestamp ?? 0));
    if (first?.next === undefined) return;
    await first.add(first.next);
    first.next = (await first.packets.next()).value ?? undefined;
  }
}

function formatOf(target: string): OutputFormat {
  switch (path.extname(target)) {
    case '.webm':
      return new WebMOutputFormat();
    case '.mp3':
      return new Mp3OutputFormat();
    default:
      return new Mp4OutputFormat({ fastStart: 'reserve' });
  }
}

const countOf = async (track: InputTrack) => (await track.computePacketStats()).packetCount;

/** Adds the picture to what is packed. @returns what copies it, once packing has started; undefined where that is impossible */
async function addPicture(input: Input, output: Output): Promise<(() => Promise<Copy>) | undefined> {
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  const supported = output.format.getSupportedVideoCodecs();
  if (!track?.codec || !decoderConfig || !supported.includes(track.codec)) return undefined;
  const source = new EncodedVideoPacketSource(track.codec);
  output.addVideoTrack(source, { rotation: track.rotation, maximumPacketCount: await countOf(track) });
  return () => begin(track, (packet) => source.add(packet, { decoderConfig }));
}

/** The same for the first sound. */
async function addSound(input: Input, output: Output): Promise<(() => Promise<Copy>) | undefined> {
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  const supported = output.format.getSupportedAudioCodecs();
  if (!track?.codec || !decoderConfig || !supported.includes(track.codec)) return undefined;
  const source = new EncodedAudioPacketSource(track.codec);
  output.addAudioTrack(source, { maximumPacketCount: await countOf(track) });
  return () => begin(track, (packet) => source.add(packet, { decoderConfig }));
}

/** Names the brand of sounds, by which they are told from films. */
async function markAsSound(target: string): Promise<void> {
  // This program may write in the folder, but not read.
  const handle = await open(target, constants.O_WRONLY);
  await handle.write(Buffer.from('M4A '), 0, 4, FTYP_BRAND).finally(() => handle.close());
}

async function remux(file: string, target: string): Promise<RemuxReport> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA, MP3], source: new FilePathSource(file) });
  const output = new Output({ format: formatOf(target), target: new FilePathTarget(target) });
  const isSound = /\.(?:mp3|m4a)$/.test(target);
  const picture = isSound ? undefined : await addPicture(input, output);
  const sound = isSound || picture ? await addSound(input, output) : undefined;
  if (isSound ? !sound : !picture)
    return { refused: isSound ? 'media_sound_unsupported' : 'media_codec_unsupported' };
  await output.start();
  const copies: Copy[] = [];
  for (const start of [picture, sound]) if (start) copies.push(await start());
  await copyAll(copies);
  await output.finalize();
  if (target.endsWith('.m4a')) await markAsSound(target);
  return {};
}

const [file, folder, limit, name] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && file && folder && name) {
  killAfter(Number(limit));
  const report = await remux(file, path.join(folder, name)).catch(reportError);
  process.stdout.write(JSON.stringify(report));
}
