import type { Direction, PrivacyRegion } from '@oriel/contract';
import { MAX_PRIVACY_REGIONS } from '@oriel/contract/api/privacy';
import type { Viewer } from '@oriel/viewer';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import { useEditing } from '../scene-editor/use-editing.ts';
import { useShortcuts } from '../scene-editor/use-shortcuts.ts';
import { focusSoon, lookAt } from '../scene-editor/view.ts';
import { isBusy } from './check-words.ts';
import styles from './privacy.module.css';
import { RegionFields } from './region-fields.tsx';
import { RegionStage } from './region-stage.tsx';
import { RegionStrip } from './region-strip.tsx';
import { countBlurred, type Decision, decisionsOf, drawnAt, namesOf, placedAt } from './regions.ts';
import { StatementForm } from './statement.tsx';
import { type CheckedSphere, type Statement, useDecisions } from './use-checks.ts';

const EYE =
  'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600z';
const SQUARES = 'M5 5h6v6H5zM13 5h6v6h-6zM5 13h6v6H5zM13 13h6v6h-6z';

interface Props {
  workspace: string;
  sphere: CheckedSphere & { check: NonNullable<CheckedSphere['check']> };
  canWrite: boolean;
  isSending: boolean;
  onSearch: () => void;
  onSign: (statement: Statement) => void;
}

/** One picture: where people may be, what is to be blurred, and the statement. */
export function Review({ workspace, sphere, canWrite, isSending, onSearch, onSign }: Props) {
  const { check, scene, title } = sphere;
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [selected, select] = useState<string>();
  const [isPlacing, setPlacing] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [said, announce] = useState('');
  const { kept, keep } = useDecisions(workspace, check.asset);
  const base = JSON.stringify(check.regions);
  const { yaw } = scene.view;
  const decisions = useMemo(
    () => (kept?.base === base ? kept.decisions : decisionsOf(JSON.parse(base), { yaw }, kept?.decisions)),
    [kept, base, yaw],
  );
  const names = useMemo(() => namesOf(decisions), [decisions]);
  const isPhoto = check.kind === 'photo';
  const isWorking = isBusy(check);
  const isSigned = check.state === 'signed' && !isChanging;
  const canChange = canWrite && check.state !== 'blurring' && !isSigned && !isSending;
  const chosen = decisions.find(({ id }) => id === selected);

  const set = (next: readonly Decision[]) => keep({ base, decisions: next });
  const change = (id: string, fields: Partial<PrivacyRegion>) =>
    set(decisions.map((one) => (one.id === id ? { ...one, region: { ...one.region, ...fields } } : one)));
  const place = (isOn: boolean) => {
    setPlacing(isOn);
    focusSoon(isOn ? '[data-hint] [data-autofocus]' : '[data-draw]');
  };
  const pick = (direction: Direction) => {
    if (!isPlacing) return select(undefined);
    const drawn = drawnAt(direction, decisions);
    set([...decisions, drawn]);
    select(drawn.id);
    setPlacing(false);
    announce('A region is drawn. Move its corners, or type its numbers.');
    focusSoon('[data-region-fields] input');
  };
  const remove = (id: string) => {
    const region = decisions.find((one) => one.id === id)?.region;
    if (!canChange || region?.origin !== 'drawn') return;
    set(decisions.filter((one) => one.id !== id));
    select(undefined);
    announce(`${names.get(id)} is removed.`);
    focusSoon('[data-draw]');
  };
  const edited = useMemo(
    () =>
      canChange
        ? {
            isPlacing,
            selected,
            spots: decisions.map(({ id, region }) => {
              const label = `${names.get(id)}: ${region.isBlurred ? 'blurred' : 'kept'}`;
              const { yaw, pitch, width, height, shape } = region;
              return {
                id,
                kind: 'picture' as const,
                label,
                name: label,
                drawing: region.isBlurred ? SQUARES : EYE,
                place: { box: { yaw, pitch, width, height, shape } },
              };
            }),
          }
        : undefined,
    [decisions, names, selected, isPlacing, canChange],
  );
  const editing = useEditing(viewer, edited, {
    onPick: pick,
    onSelect: select,
    onMove: (id, moved) => {
      const region = decisions.find((one) => one.id === id)?.region;
      if (region && 'box' in moved) change(id, placedAt(region, moved.box));
    },
    onRemove: remove,
    onEdge: undefined,
  });
  const lookAtRegion = ({ yaw, pitch }: PrivacyRegion) => {
    if (viewer && editing?.isInView({ yaw, pitch }) !== true) lookAt(viewer, { yaw, pitch });
  };
  useShortcuts({
    undo: () => undefined,
    redo: () => undefined,
    remove: () => selected !== undefined && remove(selected),
    escape: () => (isPlacing ? place(false) : select(undefined)),
  });

  return (
    <div className={styles.review}>
      <RegionStage
        workspace={workspace}
        title={title}
        scene={scene}
        check={check}
        viewer={viewer}
        viewerRef={setViewer}
        isPlacing={isPlacing}
        canDraw={canChange && isPhoto && decisions.length < MAX_PRIVACY_REGIONS}
        onPlacing={place}
        onPick={pick}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {decisions.length > 0 && (
        <RegionStrip
          workspace={workspace}
          check={check}
          view={scene.view}
          decisions={decisions}
          names={names}
          selected={selected}
          canChange={canChange}
          onSelect={(id) => {
            select(id === selected ? undefined : id);
            const region = decisions.find((one) => one.id === id)?.region;
            if (region && id !== selected) lookAtRegion(region);
          }}
          onDecide={change}
        />
      )}
      {chosen && canChange && (
        <div data-region-fields>
          <RegionFields
            key={chosen.id}
            name={names.get(chosen.id) ?? ''}
            region={chosen.region}
            onChange={(fields) => change(chosen.id, fields)}
            onGrab={() => {
              lookAtRegion(chosen.region);
              editing?.focus(chosen.id);
              announce('Arrow keys move it, with Shift further. Escape ends it.');
            }}
            onRemove={() => remove(chosen.id)}
          />
        </div>
      )}
      <Advice isPhoto={isPhoto} check={check} />
      {canWrite && !isWorking && (
        <div className={stack.gap6}>
          {isPhoto && (check.state === 'none' || check.state === 'failed') && (
            <div className={styles.search}>
              <p className={prose.note}>
                The search looks for faces all around, which takes a minute or two. It runs on your own
                server.
              </p>
              <Button variant="primary" disabled={isSending} onClick={onSearch}>
                {check.state === 'failed' ? 'Search again' : 'Search for faces'}
              </Button>
            </div>
          )}
          {isSigned ? (
            <div>
              <Button onClick={() => setChanging(true)}>Decide again</Button>
            </div>
          ) : (
            <StatementForm
              key={check.state}
              check={check}
              blurred={isPhoto ? countBlurred(decisions) : 0}
              isBusy={isSending}
              onSign={(basis) => {
                setChanging(false);
                onSign({ basis, regions: decisions.map(({ region }) => region) });
              }}
            />
          )}
        </div>
      )}
    </div>
  );
}

function Advice({
  isPhoto,
  check: { state, regions },
}: {
  isPhoto: boolean;
  check: Props['sphere']['check'];
}) {
  if (!isPhoto) return <p className={prose.note}>Films are neither searched nor blurred. Watch all of it.</p>;
  if (state === 'searching')
    return <p className={prose.note}>You may leave this page, or draw regions meanwhile.</p>;
  if (state !== 'searched') return null;
  return (
    <p className={prose.note}>
      {regions.length === 0 && 'The search has found nobody. '}
      Faces from the side, covered ones and distant ones are missed: turn all the way round, and draw what was
      not found, also number plates, papers and screens.
    </p>
  );
}
