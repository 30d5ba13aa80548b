import type { Pose, TourScene } from '@oriel/contract';
import { headedPose, tiltOf } from '@oriel/contract/shared/tour/levelling';
import type { Viewer } from '@oriel/viewer';
import { Button } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CaptionTracks } from '../captions/caption-tracks.tsx';
import { AdjustFields } from './adjust-fields.tsx';
import { NumberField } from './fields.tsx';
import { GuideFields } from './guide-fields.tsx';
import { LevelProposal } from './level-proposal.tsx';
import { LightsFields } from './lights-fields.tsx';
import { LooksFields } from './looks-fields.tsx';
import { NadirFields } from './nadir-fields.tsx';
import styles from './scene-editor.module.css';
import { SceneThumbnail } from './scene-thumbnail.tsx';
import type { SceneWork } from './scene-work.ts';
import { SoundsFields } from './sounds-fields.tsx';
import { rounded } from './spots.ts';
import { TakenOnField } from './taken-on-field.tsx';
import { viewOf } from './view.ts';

interface Props {
  work: SceneWork;
  scene: TourScene;
  viewer: Viewer | null;
  onLevel: () => void;
}

/** Everything about the scene itself. */
export function ScenePanel({ work, scene, viewer, onLevel }: Props) {
  const { title, description = '', capturedAt, view, pose } = scene;
  const setPose = (next: Pose, label: string, mergeKey?: string) =>
    work.changeScene((before) => ({ ...before, pose: next }), { label, mergeKey });
  const { heading, ...withoutHeading } = pose;
  const tilt = tiltOf(pose);
  return (
    <div className={styles.groups}>
      <h2 className={styles.panelTitle}>Scene</h2>
      <div className={styles.group}>
        <TextField
          label="Title"
          maxLength={200}
          value={title}
          onChange={({ currentTarget: { value } }) =>
            work.changeScene((before) => ({ ...before, title: value }), {
              label: 'Rename the scene',
              mergeKey: `title ${scene.id}`,
            })
          }
        />
        <TextArea
          label="Description"
          rows={3}
          maxLength={5000}
          value={description}
          onChange={({ currentTarget: { value } }) =>
            work.changeScene((before) => ({ ...before, description: value || undefined }), {
              label: 'Describe the scene',
              mergeKey: `description ${scene.id}`,
            })
          }
        />
        <TakenOnField
          key={`date ${scene.id}`}
          label="Taken on"
          hint="Visitors read it as “As it was on”."
          value={capturedAt?.slice(0, 10) ?? ''}
          onChange={(day) =>
            work.changeScene((before) => ({ ...before, capturedAt: day || undefined }), {
              label: 'Change the date',
              mergeKey: `date ${scene.id}`,
            })
          }
        />
      </div>
      <fieldset className={styles.group}>
        <legend className={prose.label}>First view</legend>
        <SceneThumbnail file={work.files.get(scene.media)} view={view} />
        <Button
          disabled={viewer === null}
          onClick={() => {
            if (viewer === null) return;
            const next = viewOf(viewer);
            work.changeScene((before) => ({ ...before, view: next }), { label: 'Change the first view' });
            work.announce('Visitors begin with this view now.');
          }}
        >
          Start here, looking like this
        </Button>
        <p className={prose.fine}>It is the scene’s thumbnail, too.</p>
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={prose.label}>North</legend>
        <NumberField
          label="Heading of the picture’s middle, degrees"
          value={heading}
          min={-360}
          max={360}
          step={1}
          {...(heading === undefined && {
            hint: 'Not known. With it the compass and the ways back are right.',
          })}
          onChange={(to) => setPose({ ...pose, heading: to }, 'Change the heading', `heading ${scene.id}`)}
        />
        <div className={styles.actions}>
          <Button
            disabled={viewer === null}
            onClick={() => {
              if (viewer === null) return;
              const { heading: found = 0, ...rest } = headedPose(pose, viewOf(viewer), 0);
              setPose({ ...rest, heading: rounded(found) }, 'Set north');
              work.announce('North is where you look now.');
            }}
          >
            This direction is north
          </Button>
          {heading !== undefined && (
            <Button onClick={() => setPose(withoutHeading, 'Forget north')}>Not known</Button>
          )}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={prose.label}>Level</legend>
        <p className={prose.fine}>
          {tilt < 0.05 ? 'Shown as it was taken.' : `Turned by ${tilt.toFixed(1)}° to be level.`}
        </p>
        <LevelProposal
          file={work.files.get(scene.media)}
          scene={scene}
          onAccept={(to) => {
            setPose(to, 'Level the picture');
            work.announce('The picture is turned as its camera states.');
          }}
        />
        <div className={styles.pair}>
          <NumberField
            label="Pitch"
            value={pose.pitch}
            min={-90}
            max={90}
            onChange={(to) => setPose({ ...pose, pitch: to }, 'Level the picture', `pitch ${scene.id}`)}
          />
          <NumberField
            label="Roll"
            value={pose.roll}
            min={-180}
            max={180}
            onChange={(to) => setPose({ ...pose, roll: to }, 'Level the picture', `roll ${scene.id}`)}
          />
        </div>
        <div className={styles.actions}>
          <Button onClick={onLevel}>Level by two edges…</Button>
          {tilt >= 0.05 && (
            <Button
              onClick={() => setPose({ ...pose, pitch: 0, roll: 0 }, 'Show the picture as it was taken')}
            >
              As it was taken
            </Button>
          )}
        </div>
      </fieldset>
      <AdjustFields work={work} scene={scene} />
      <NadirFields work={work} scene={scene} viewer={viewer} />
      {scene.kind === 'photo' && <LightsFields work={work} scene={scene} />}
      <LooksFields work={work} scene={scene} viewer={viewer} />
      <GuideFields work={work} scene={scene} viewer={viewer} />
      <SoundsFields work={work} scene={scene} viewer={viewer} />
      {scene.kind === 'film' && (
        <fieldset className={styles.group}>
          <legend className={prose.label}>Captions</legend>
          <CaptionTracks
            key={`captions ${scene.id}`}
            of="the film"
            tracks={scene.captions}
            onChange={(captions, label, field) =>
              work.changeScene((before) => ({ ...before, captions }), {
                label,
                mergeKey: field && `${field} ${scene.id}`,
              })
            }
          />
        </fieldset>
      )}
    </div>
  );
}
