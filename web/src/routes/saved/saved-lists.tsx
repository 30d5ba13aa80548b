import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { CompareTray } from '../../features/compare/compare-tray.tsx';
import { changeGuestPlaces, useGuestPlaces } from '../../features/saved/guest-places.ts';
import { useForgetRecent, useSavedPlaces } from '../../features/saved/use-saved.ts';
import { signInUrl } from '../../session/member.ts';
import { useSession } from '../../session/session.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PlainFailure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import prose from '../../ui/prose.module.css';
import { useCardOffers } from '../library/card-offers.tsx';
import styles from './page.module.css';
import { PlaceCards } from './place-cards.tsx';

/** What the visitor has saved and recently viewed, as cards. */
export function SavedLists() {
  const { user, isLoading } = useSession();
  const { saved, recent, isPending, error, refetch } = useSavedPlaces();
  const cards = useCardOffers();
  const location = useLocation();
  const heading = useFocusOnceCleared(recent.length === 0);
  if (error && isPending) {
    return (
      <PlainFailure
        className={styles.empty}
        sentence="Your list could not be loaded."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={styles.lists}>
      {!isLoading && !user && (
        <p className={`${prose.soft} ${styles.note}`}>
          Saved places stay in this browser only. <Link to={signInUrl(location)}>Sign in</Link> to find them
          on all your devices.
        </p>
      )}
      <PlaceCards
        key={`saved ${user?.id}`}
        listed={saved}
        isPending={isPending}
        offerOf={cards.offerOf}
        label="Saved places"
        empty={<NothingSaved />}
      />
      <section aria-labelledby="recent" className={styles.recent}>
        <div className={styles.recentHead}>
          <h2 ref={heading} id="recent" tabIndex={-1}>
            Recently viewed
          </h2>
          {recent.length > 0 && <Forget />}
        </div>
        <PlaceCards
          key={`recent ${user?.id}`}
          listed={recent}
          isPending={isPending}
          offerOf={cards.offerOf}
          label="Recently viewed places"
          clearsAll
          empty={<p className={prose.soft}>The places that you look at will be listed here.</p>}
        />
        {!isLoading && !user && <Remember />}
      </section>
      <CompareTray />
      {cards.dialog}
    </div>
  );
}

/** The button that clears the list goes with it; its heading takes the focus. */
function useFocusOnceCleared(isCleared: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasCleared = useRef(isCleared);
  useEffect(() => {
    const isNew = isCleared && !wasCleared.current;
    wasCleared.current = isCleared;
    if (isNew && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isCleared]);
  return heading;
}

function NothingSaved() {
  return (
    <div className={styles.empty}>
      <span className={styles.arch} aria-hidden="true">
        <Icon name="bookmark" size={28} />
      </span>
      <h2>Nothing saved yet</h2>
      <p className={prose.soft}>
        Press the bookmark on a place that you like, and you will find it here again.
      </p>
      <ButtonLink variant="primary" to="/experiences">
        Browse all tours
      </ButtonLink>
    </div>
  );
}

function Forget() {
  const { forget, isPending, failure } = useForgetRecent();
  return (
    <>
      <Button onClick={forget} aria-disabled={isPending}>
        Clear the list
      </Button>
      {failure && (
        <p className={prose.error} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}

/** A guest decides whether what they view is stored at all. */
function Remember() {
  const { remembers } = useGuestPlaces();
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={remembers}
        onChange={({ target }) => changeGuestPlaces((before) => ({ ...before, remembers: target.checked }))}
      />
      Remember in this browser which places I look at
    </label>
  );
}
