import type { CaptionTrack } from '@oriel/contract';

type Cue = CaptionTrack['cues'][number];

const MAX_SECONDS = 86_400;
const MAX_CHARACTERS = 500;

/** Two times and a text, with hours or without. */
const CUE_LINE =
  /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2}(?:[.,]\d{1,3})?)\s*(?:-->|–|-)\s*(?:(\d{1,2}):)?(\d{1,2}):(\d{2}(?:[.,]\d{1,3})?)(.*)$/;
/** What WebVTT and SubRip have besides cues: a header, and numbers of cues. */
const BESIDES = /^(?:WEBVTT.*|\d+)?$/;

/** "1:02.5" */
function formatTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = Number((seconds % 60).toFixed(3));
  const [whole = '0', fraction] = String(rest).split('.');
  const padded = `${whole.padStart(2, '0')}${fraction === undefined ? '' : `.${fraction}`}`;
  if (minutes < 60) return `${minutes}:${padded}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${padded}`;
}

/** Cues as text that people write: a line for each, and more lines where its text has them. */
export const formatCues = (cues: readonly Cue[]): string =>
  cues.map(({ from, to, text }) => `${formatTime(from)} - ${formatTime(to)} ${text}`).join('\n');

const secondsOf = (hours: string | undefined, minutes = '0', seconds = '0') =>
  Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));

/**
 * Reads cues as `formatCues` writes them, or as files of WebVTT and SubRip have them.
 *
 * @param before what they were: where a cue keeps its times, it keeps its direction too
 * @returns a sentence about the first line that cannot be read in place of the cues
 */
export function parseCues(text: string, before: readonly Cue[] = []): { cues: Cue[] } | { problem: string } {
  const cues: Cue[] = [];
  for (const [index, untrimmed] of text.split(/\r?\n/).entries()) {
    const line = untrimmed.trim();
    const place = `Line ${index + 1}`;
    const times = CUE_LINE.exec(line);
    const last = cues.at(-1);
    if (times !== null) {
      const [, fromHours, fromMinutes, fromSeconds, toHours, toMinutes, toSeconds, words = ''] = times;
      const from = secondsOf(fromHours, fromMinutes, fromSeconds);
      const to = secondsOf(toHours, toMinutes, toSeconds);
      if (to <= from) return { problem: `${place} ends before it begins.` };
      if (to > MAX_SECONDS) return { problem: `${place} is later than a day.` };
      const at = before.find((cue) => cue.from === from && cue.to === to)?.at;
      cues.push({ from, to, text: words.trim(), ...(at && { at }) });
    } else if (!BESIDES.test(line)) {
      if (last === undefined) return { problem: `${place} needs its times first, such as 0:01 - 0:04.` };
      last.text = last.text === '' ? line : `${last.text}\n${line}`;
    }
    if ((cues.at(-1)?.text.length ?? 0) > MAX_CHARACTERS)
      return { problem: `${place} is longer than ${MAX_CHARACTERS} characters.` };
  }
  return { cues };
}
