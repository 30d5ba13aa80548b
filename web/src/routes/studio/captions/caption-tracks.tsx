import type { CaptionTrack } from '@oriel/contract';
import { TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './captions.module.css';
import { formatCues, parseCues } from './cue-text.ts';

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

interface Props {
  /** What is captioned, for the names of the fields. */
  of: string;
  tracks: readonly CaptionTrack[];
  disabled?: boolean;
  /** @param field what has changed, so that letters of one field are one step of undo */
  onChange: (tracks: CaptionTrack[], label: string, field?: string) => void;
}

/** The captions of a film or a recording, in several languages. */
export function CaptionTracks({ of, tracks, disabled = false, onChange }: Props) {
  const changeOne = (index: number, fields: Partial<CaptionTrack>) =>
    onChange(
      tracks.map((track, place) => (place === index ? { ...track, ...fields } : track)),
      'Change captions',
      `captions ${index} ${Object.keys(fields).join()}`,
    );
  return (
    <div className={stack.gap4}>
      {tracks.map((track, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tracks have no id, and their fields keep no state of their own once they are left
        <fieldset key={index} className={styles.track} disabled={disabled}>
          <legend className={prose.label}>
            Captions {index + 1} of {of}
          </legend>
          <div className={styles.pair}>
            <LanguageField value={track.language} onChange={(language) => changeOne(index, { language })} />
            <TextField
              label="Shown as"
              maxLength={100}
              value={track.label}
              onChange={({ currentTarget }) => changeOne(index, { label: currentTarget.value })}
            />
          </div>
          <CuesField cues={track.cues} onChange={(cues) => changeOne(index, { cues })} />
          <div>
            <Button onClick={() => onChange(tracks.toSpliced(index, 1), 'Delete captions')}>
              Delete these captions
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          disabled={disabled || tracks.length >= TOUR_LIMITS.captionTracks}
          onClick={() =>
            onChange([...tracks, { language: 'en', label: 'English', cues: [] }], 'Add captions')
          }
        >
          Add captions
        </Button>
      </div>
    </div>
  );
}

/** A language tag; what is none stays in the field, and is not passed on. */
function LanguageField({ value, onChange }: { value: string; onChange: (language: string) => void }) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && !LANGUAGE.test(typed);
  return (
    <TextField
      label="Language"
      maxLength={35}
      value={typed ?? value}
      error={isWrong ? 'Please give its code, such as en or pt-BR.' : undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (LANGUAGE.test(currentTarget.value)) onChange(currentTarget.value);
      }}
      onBlur={() => !isWrong && setTyped(undefined)}
    />
  );
}

/** Cues as lines of text. What cannot be read stays in the field with the reason, and is not passed on. */
function CuesField({
  cues,
  onChange,
}: {
  cues: CaptionTrack['cues'];
  onChange: (cues: CaptionTrack['cues']) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const parsed = typed === undefined ? undefined : parseCues(typed, cues);
  return (
    <TextArea
      label="Words with their times"
      rows={5}
      value={typed ?? formatCues(cues)}
      hint="A line for each, such as: 0:01 - 0:04 Welcome. The text of a WebVTT or SubRip file may be pasted."
      error={parsed && 'problem' in parsed ? parsed.problem : undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const next = parseCues(currentTarget.value, cues);
        if ('cues' in next) onChange(next.cues);
      }}
      onBlur={() => !(parsed && 'problem' in parsed) && setTyped(undefined)}
    />
  );
}
