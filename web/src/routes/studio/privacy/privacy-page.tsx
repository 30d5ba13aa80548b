import type { Permission } from '@oriel/contract';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useFiles } from '../media/use-files.ts';
import type { DraftStore } from '../tours/draft/draft-store.ts';
import { type TourPlace, useDraft } from '../tours/draft/open-drafts.ts';
import { OpenDraft } from '../tours/open-draft.tsx';
import { UNTITLED } from '../tours/words.ts';
import { CheckCard } from './check-card.tsx';
import { isBusy, stateOf } from './check-words.ts';
import { NobodyDialog } from './nobody-dialog.tsx';
import styles from './privacy.module.css';
import { spheresOf } from './spheres.ts';
import { type CheckedSphere, useChecks } from './use-checks.ts';

interface Props extends TourPlace {
  permissions: readonly Permission[];
}

/** The privacy check of a tour: each of its pictures is looked at and signed for, before it is public. */
export function PrivacyPage(props: Props) {
  return <OpenDraft place={props}>{(store) => <Checks store={store} {...props} />}</OpenDraft>;
}

const isPhoto = ({ check }: CheckedSphere) => check?.kind === 'photo';
const isSigned = ({ check }: CheckedSphere) => check?.state === 'signed';

function Checks({ store, permissions, ...place }: Props & { store: DraftStore }) {
  const { workspace, tourId } = place;
  const { search } = useLocation();
  const { draft } = useDraft(store);
  const spheres = spheresOf(draft.document);
  const checks = useChecks(place, spheres);
  const { checked, failure, isSending } = checks;
  const files = useFiles(
    workspace,
    spheres.map(({ asset }) => asset),
  );
  const canWrite = permissions.includes('tour.write');
  // Until one is opened or closed by hand, what needs the next decision is open.
  const [open, setOpen] = useState<string | null>();
  const [isStating, setStating] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const isDone = (sphere: CheckedSphere) => isSigned(sphere) || sphere.check?.state === 'blurring';
  const next = checked.find((sphere) => sphere.check && !isDone(sphere));
  const opened = open === undefined ? (canWrite ? next?.asset : undefined) : open;
  const unsearched = checked.filter(
    (sphere) => isPhoto(sphere) && (sphere.check?.state === 'none' || sphere.check?.state === 'failed'),
  );
  const unsigned = checked.filter(({ check }) => check && check.state !== 'signed' && !isBusy(check));
  const goOn = () => {
    setOpen(undefined);
    requestAnimationFrame(() => {
      // The focus is lost with the card that closes, unless the user has moved on.
      if (document.activeElement === document.body) status.current?.focus({ preventScroll: true });
    });
  };

  return (
    <>
      <div className="studio-head">
        <div className={styles.intro}>
          <Link className="studio-back" to={`/studio/tours/${tourId}${search}`}>
            <Icon name="back" size={16} />
            {draft.title || UNTITLED}
          </Link>
          <h1>Privacy check</h1>
          <p>
            Before strangers look around in these pictures, make sure that they show nobody who has not
            agreed. What you blur is blurred for good in everything that visitors get.
          </p>
        </div>
      </div>
      {spheres.length === 0 ? (
        <div className="studio-empty">
          <h2>No pictures to check yet</h2>
          <p>Once the tour has scenes, their 360-degree photos and films are checked here.</p>
          <ButtonLink to={`/studio/tours/${tourId}${search}`}>Back to the tour</ButtonLink>
        </div>
      ) : (
        <>
          <div className={styles.bar}>
            <Progress checked={checked} statusRef={status} />
            {canWrite && (
              <div className={styles.barActions}>
                {unsearched.length > 1 && (
                  <Button
                    disabled={isSending}
                    onClick={() => void checks.search(unsearched.map(({ asset }) => asset))}
                  >
                    Search all for faces
                  </Button>
                )}
                {unsigned.length > 1 && (
                  <Button disabled={isSending} onClick={() => setStating(true)}>
                    None shows people…
                  </Button>
                )}
                {checked.every(isSigned) && (
                  <ButtonLink variant="primary" to={`/studio/tours/${tourId}${search}`}>
                    Back to the tour
                  </ButtonLink>
                )}
              </div>
            )}
          </div>
          <AlertBox tone="error">{failure}</AlertBox>
          <ol className={styles.cards} aria-label="Pictures">
            {checked.map((sphere) => (
              <CheckCard
                key={sphere.asset}
                workspace={workspace}
                sphere={sphere}
                file={files.get(sphere.asset)}
                isOpen={opened === sphere.asset}
                canWrite={canWrite}
                isSending={isSending}
                onToggle={() => setOpen(opened === sphere.asset ? null : sphere.asset)}
                onRetry={() => void checks.retry(sphere.asset)}
                onSearch={() => {
                  setOpen(sphere.asset);
                  void checks.search([sphere.asset]);
                }}
                onSign={async (statement) => {
                  if (await checks.sign(new Map([[sphere.asset, statement]]))) goOn();
                }}
              />
            ))}
          </ol>
        </>
      )}
      {isStating && (
        <NobodyDialog
          spheres={unsigned}
          onSign={() =>
            checks.sign(
              new Map(
                unsigned.map(({ asset, check }) => [
                  asset,
                  {
                    basis: 'no-people' as const,
                    regions: (check?.regions ?? []).map((region) => ({ ...region, isBlurred: false })),
                  },
                ]),
              ),
            )
          }
          onClose={() => setStating(false)}
        />
      )}
    </>
  );
}

interface ProgressProps {
  checked: readonly CheckedSphere[];
  statusRef: React.Ref<HTMLParagraphElement>;
}

/** How many pictures are signed, and how far the search is. */
function Progress({ checked, statusRef }: ProgressProps) {
  const signed = checked.filter(isSigned).length;
  const searching = checked.filter(({ check }) => check?.state === 'searching').length;
  const photos = checked.filter(isPhoto);
  const searched = photos.filter(
    ({ check }) => check && stateOf(check) !== 'open' && check.state !== 'searching',
  );
  const words =
    signed === checked.length ? 'All pictures are signed' : `${signed} of ${checked.length} signed`;
  return (
    <div className={styles.progress}>
      <p ref={statusRef} tabIndex={-1} role="status">
        <strong>{words}</strong>
        {searching > 0 && <span> · {`${searched.length} of ${photos.length} searched`}</span>}
      </p>
      <span className={styles.track} aria-hidden="true">
        <span style={{ inlineSize: `${(100 * signed) / checked.length}%` }} />
      </span>
    </div>
  );
}
