/**
 * Reads a sound's container, as `video-probe.ts` does a video's (`node sound-probe.ts FILE FOLDER MS`). Prints a
 * `SoundReport`.
 */
import { EncodedPacketSink, FilePathSource, Input, MP3, MP4 } from 'mediabunny';
import { reportError } from './machine-errors.ts';
import { killAfter } from './probe-timer.ts';
import type { RefusalCode } from './refusals.ts';

/** Those that every browser plays. */
const CODECS = new Set(['aac', 'mp3']);

/** The output of the program, as JSON. */
export type SoundReport =
  | { refused: RefusalCode }
  | {
      /** Seconds. */
      duration: number;
    };

async function probe(file: string): Promise<SoundReport> {
  const input = new Input({ formats: [MP4, MP3], source: new FilePathSource(file) });
  const tracks = await input.getTracks();
  if (tracks.length === 0) return { refused: 'media_corrupt' };
  if (tracks.some((track) => track.isVideoTrack())) return { refused: 'media_sound_with_picture' };
  const track = await input.getPrimaryAudioTrack();
  if (track?.codec == null || !CODECS.has(track.codec)) return { refused: 'media_sound_unsupported' };
  const duration = await input.computeDuration();
  const sink = new EncodedPacketSink(track);
  // Reads the last packet, which is missing from a sound whose upload or export was interrupted.
  const [first, last] = [await sink.getFirstPacket(), await sink.getPacket(Number.POSITIVE_INFINITY)];
  return first && last && duration > 0 ? { duration } : { refused: 'media_corrupt' };
}

const [file, folder, limit] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && file !== undefined && folder !== undefined) {
  killAfter(Number(limit));
  const report = await probe(file).catch(reportError);
  process.stdout.write(JSON.stringify(report));
}
