import type { GuideStep } from '@oriel/contract';
import { Link, useLocation } from 'react-router';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { TextArea } from '../../../../ui/text-area.tsx';
import { CaptionTracks } from '../../captions/caption-tracks.tsx';
import { MoveButtons } from '../../move-buttons.tsx';
import { moveStep, removeStep, updateStep } from '../draft/guide.ts';
import { NumberField } from '../parts/number-field.tsx';
import { placeId, useTourWork } from '../tour-work.ts';
import shared from '../tours.module.css';
import styles from './guide.module.css';
import { Recording } from './recording.tsx';

interface Props {
  step: GuideStep;
  index: number;
  /** How many steps there are. */
  count: number;
}

/** One step of the guided tour: what it says, for how long, and a recording of it. */
export function StepEditor({ step, index, count }: Props) {
  const { store, snapshot, tourId, may } = useTourWork();
  const { search } = useLocation();
  const { scene: sceneId, text, seconds, audio, captions = [] } = step;
  const scene = snapshot.draft.document?.scenes.find(({ id }) => id === sceneId);
  const sceneTitle = scene?.title || 'Untitled scene';
  const name = `Step ${index + 1}`;
  const canWrite = may('tour.write');
  const change = (fields: Partial<GuideStep>, label = 'Change the guided tour', mergeKey?: string) =>
    store.change((draft) => updateStep(draft, index, fields), { label, mergeKey });
  const place = ['document', 'guide', 'steps', index];
  const problemAt = (field: string) =>
    snapshot.tour.problems.find(({ path }) => path.join('.') === [...place, field].join('.'))?.message;
  const move = (by: -1 | 1) =>
    store.change((draft) => moveStep(draft, index, index + by), {
      label: 'Change the order of the guided tour',
    });
  return (
    <li>
      <fieldset className={styles.step} disabled={!canWrite}>
        <legend>
          {name} of {count}
        </legend>
        <div className={styles.head}>
          <span>
            In{' '}
            <Link to={`/studio/tours/${tourId}/scenes/${sceneId}${search}`} id={placeId(place)}>
              {sceneTitle}
            </Link>
          </span>
          {canWrite && (
            <span>
              <MoveButtons name={name} index={index} count={count} onMove={move} />
              <IconButton
                icon="close"
                label={`Delete ${name}`}
                onClick={() => store.change((draft) => removeStep(draft, index), { label: `Delete ${name}` })}
              />
            </span>
          )}
        </div>
        <TextArea
          label={`What ${name} says`}
          rows={3}
          maxLength={2000}
          value={text}
          hint={problemAt('text')}
          onChange={({ currentTarget }) =>
            change({ text: currentTarget.value }, undefined, `guide ${index} text`)
          }
        />
        <div className={shared.pair}>
          <NumberField
            label="Seconds"
            value={seconds}
            min={1}
            max={600}
            hint="How long it stays; with a recording, until that ends."
            onChange={(to) =>
              to !== undefined && change({ seconds: to }, undefined, `guide ${index} seconds`)
            }
          />
        </div>
        <Recording
          name={name}
          asset={audio}
          onChange={(asset) =>
            change(
              { audio: asset, ...(asset === undefined && { captions: undefined }) },
              'Change a recording',
            )
          }
        />
        {audio !== undefined && (
          <CaptionTracks
            of={name}
            tracks={captions}
            disabled={!canWrite}
            onChange={(tracks, label, field) =>
              change(
                { captions: tracks.length > 0 ? tracks : undefined },
                label,
                field && `guide ${index} ${field}`,
              )
            }
          />
        )}
      </fieldset>
    </li>
  );
}
