/**
 * Packs a film anew (`node remux-probe.ts FILE FOLDER MS NAME`): its picture and its first sound as they are, the header first,
 * and nothing else that a camera wrote, such as where it was. Prints `{}`, or a refusal.
 */
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
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { reportError } from './machine-errors.ts';
import { killAfter } from './probe-timer.ts';
import type { RefusalCode } from './refusals.ts';

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

async function remux(file: string, target: string): Promise<RemuxReport> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new FilePathSource(file) });
  const format = target.endsWith('.webm')
    ? new WebMOutputFormat()
    : new Mp4OutputFormat({ fastStart: 'reserve' });
  const output = new Output({ format, target: new FilePathTarget(target) });
  const supported = format.getSupportedCodecs() as string[];
  const video = await input.getPrimaryVideoTrack();
  const videoConfig = await video?.getDecoderConfig();
  if (!video?.codec || !videoConfig || !supported.includes(video.codec))
    return { refused: 'media_codec_unsupported' };
  const countOf = async (track: InputTrack) => (await track.computePacketStats()).packetCount;

  const videoSource = new EncodedVideoPacketSource(video.codec);
  output.addVideoTrack(videoSource, { rotation: video.rotation, maximumPacketCount: await countOf(video) });
  const audio = await input.getPrimaryAudioTrack();
  const audioConfig = await audio?.getDecoderConfig();
  const audioSource =
    audio?.codec && audioConfig && supported.includes(audio.codec)
      ? new EncodedAudioPacketSource(audio.codec)
      : undefined;
  if (audio && audioSource) output.addAudioTrack(audioSource, { maximumPacketCount: await countOf(audio) });
  await output.start();

  const copies = [await begin(video, (packet) => videoSource.add(packet, { decoderConfig: videoConfig }))];
  if (audio && audioSource && audioConfig)
    copies.push(await begin(audio, (packet) => audioSource.add(packet, { decoderConfig: audioConfig })));
  await copyAll(copies);
  await output.finalize();
  return {};
}

const [file, folder, limit, name] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && file && folder && name) {
  killAfter(Number(limit));
  const report = await remux(file, path.join(folder, name)).catch(reportError);
  process.stdout.write(JSON.stringify(report));
}
