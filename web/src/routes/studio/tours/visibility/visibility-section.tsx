import type { Visibility } from '@oriel/contract';
import { useState } from 'react';
import { api, errorMessage } from '../../../../api.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { TourSection } from '../parts/tour-section.tsx';
import { useTourWork } from '../tour-work.ts';
import { VISIBILITY_WORDS } from '../words.ts';
import { ShareLinks } from './share-links.tsx';
import styles from './visibility.module.css';

const CHOICES: readonly { value: Visibility; hint: string }[] = [
  { value: 'public', hint: 'Everybody finds it in the library, in search and on the map.' },
  { value: 'unlisted', hint: 'Opens for everybody who has its address, and is in no list or search.' },
  { value: 'private', hint: 'Opens for your team alone. To everybody else there is no such tour.' },
  { value: 'link', hint: 'Opens for your team, and for anyone who has one of the links that you make.' },
];

const NOTICES: Record<Visibility, string> = {
  public: 'The tour is public now.',
  unlisted: 'The tour is unlisted now.',
  private: 'The tour is private now.',
  link: 'The tour opens by link now.',
};

/** Who sees the tour; of a published one a choice counts at once. */
export function VisibilitySection() {
  const { store, snapshot, workspace, tourId, may } = useTourWork();
  const { tour } = snapshot;
  const [wanted, setWanted] = useState<Visibility>();
  const [failure, setFailure] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const isPublished = tour.state === 'published';
  const choose = async (visibility: Visibility) => {
    setWanted(visibility);
    setFailure(undefined);
    setNotice(undefined);
    try {
      const options = { query: { workspace }, params: { tourId }, body: { visibility } };
      const isDone = await store.perform(
        async () => (await api('POST /api/studio/tours/:tourId/visibility', options)).data,
      );
      if (!isDone) setFailure('What you have written could not be saved, so nothing was changed.');
      else if (isPublished) setNotice(NOTICES[visibility]);
    } catch (error) {
      setFailure(errorMessage(error, 'This could not be changed. Please try again.'));
    } finally {
      setWanted(undefined);
    }
  };
  return (
    <TourSection
      title="Who sees it"
      lead={
        isPublished
          ? 'A change counts at once. Members who have unlocked the tour keep it.'
          : 'It counts from the publication on.'
      }
    >
      <fieldset className={styles.choices} disabled={!may('tour.publish')} aria-busy={wanted !== undefined}>
        <legend className="visually-hidden">Who sees it</legend>
        {CHOICES.map(({ value, hint }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="visibility"
              checked={(wanted ?? tour.visibility) === value}
              onChange={() => void choose(value)}
            />
            <span>
              <strong>{VISIBILITY_WORDS[value]}</strong>
              <span className={styles.hint}>{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {!may('tour.publish') && <p className={styles.hint}>People who may publish decide this.</p>}
      <AlertBox tone="error">{failure}</AlertBox>
      {tour.visibility === 'link' && may('share-link.manage') && <ShareLinks />}
      <p className={styles.hint} role="status">
        {notice}
      </p>
    </TourSection>
  );
}
