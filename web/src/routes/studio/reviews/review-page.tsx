import type { Review, TourDraft } from '@oriel/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, api, errorMessage } from '../../../api.ts';
import { formatTokens } from '../../../format.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Icon } from '../../../ui/icon.tsx';
import stack from '../../../ui/stack.module.css';
import { TextArea } from '../../../ui/text-area.tsx';
import { TourSection } from '../tours/parts/tour-section.tsx';
import { ChangeList } from '../tours/publish/change-list.tsx';
import { changesBetween, type ListNames } from '../tours/publish/changes.ts';
import { useListNames } from '../tours/publish/use-publication.ts';
import tours from '../tours/tours.module.css';
import { LookAround } from './look-around.tsx';
import styles from './reviews.module.css';
import { REVIEWS_KEY, submissionWords } from './words.ts';

/** A submitted tour, and what the reviewer decides. */
export function ReviewPage({ tourId }: { tourId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...REVIEWS_KEY, tourId],
    staleTime: 0,
    retry: false,
    queryFn: async () => (await api('GET /api/console/reviews/:tourId', { params: { tourId } })).data,
  });
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className="studio-empty">
        <h1>This tour does not wait any more</h1>
        <p>It was published, sent back, or taken back by its team.</p>
        <ButtonLink to="/studio/reviews">All reviews</ButtonLink>
      </div>
    );
  }
  if (error && !data)
    return <Failure sentence="The tour could not be loaded." onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <p className="studio-soft" role="status">
        Loading…
      </p>
    );
  }
  return <OpenReview review={data} onChanged={() => void refetch()} />;
}

function OpenReview({ review, onChanged }: { review: Review; onChanged: () => void }) {
  const { draft, published, problems, note, workspace } = review;
  const names = useListNames(draft);
  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <Link className={tours.back} to="/studio/reviews">
            <Icon name="back" size={16} />
            Reviews
          </Link>
          <h1>{draft.title}</h1>
          <p>{submissionWords(review)}</p>
        </div>
      </div>
      {note && (
        <TourSection title="Note" lead="From who submitted it.">
          <p>{note}</p>
        </TourSection>
      )}
      {published && (
        <TourSection title="Changes" lead="Compared with what visitors see.">
          <ChangeList changes={changesBetween(published, draft, names)} />
        </TourSection>
      )}
      {draft.document && (
        <TourSection title="Look around" lead="The tour as it was submitted.">
          <LookAround workspace={workspace.id} document={draft.document} />
        </TourSection>
      )}
      <TourSection title="Words">
        <Words draft={draft} names={names} />
      </TourSection>
      <TourSection title="Decision" lead="Who submitted it gets a mail.">
        {problems.length > 0 && (
          <AlertBox tone="error">
            It cannot be published: {problems.map(({ message }) => message).join(' ')}
          </AlertBox>
        )}
        <Decision review={review} onChanged={onChanged} />
      </TourSection>
    </>
  );
}

function Words({ draft, names }: { draft: TourDraft; names: ListNames }) {
  const { category, subcategory, tags, price, facts, seo } = draft;
  const lines: [string, string | undefined][] = [
    ['Property', draft.propertyName],
    ['Description', draft.description],
    [
      'Category',
      [names.category(category ?? 0), names.subcategory(subcategory ?? 0)].filter(Boolean).join(', '),
    ],
    ['Tags', tags.map((tag) => names.tag(tag)).join(', ')],
    ['Price', `${price ? formatTokens(price) : 'Free'}${draft.isInPlans ? ', included in plans' : ''}`],
    ['Place', [draft.city, draft.country].filter(Boolean).join(', ')],
    ['Facts', facts.join('\n')],
    ['Website', draft.website],
    ['Address', draft.slug],
    ['In search engines', [seo.title, seo.description].filter(Boolean).join('\n')],
  ];
  return (
    <dl className={styles.words}>
      {lines.map(([term, words]) =>
        words ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Decision({ review, onChanged }: { review: Review; onChanged: () => void }) {
  const { tourId, revision, problems, needsAnother } = review;
  const [note, setNote] = useState('');
  const [isReturning, setReturning] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const decide = async (send: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await send();
      await queries.invalidateQueries({ queryKey: REVIEWS_KEY, exact: true });
      await navigate('/studio/reviews');
    } catch (error) {
      setFailure(errorMessage(error, 'This could not be done. Please try again.'));
      if (error instanceof ApiError && error.code === 'submission_changed') onChanged();
    } finally {
      setBusy(false);
    }
  };
  const options = { params: { tourId } };
  const approve = () => api('POST /api/console/reviews/:tourId/approval', { ...options, body: { revision } });
  const sendBack = () =>
    api('POST /api/console/reviews/:tourId/return', { ...options, body: { revision, note } });
  if (isReturning) {
    const submit = (event: FormEvent) => {
      event.preventDefault();
      void decide(sendBack);
    };
    return (
      <form className={stack.gap4} onSubmit={submit}>
        <TextArea
          label="What is to be changed"
          required
          rows={4}
          maxLength={1000}
          value={note}
          autoFocus
          onChange={({ target }) => setNote(target.value)}
        />
        <AlertBox tone="error">{failure}</AlertBox>
        <div className={stack.actions}>
          <Button type="submit" variant="primary" disabled={isBusy || note.trim() === ''}>
            {isBusy ? 'Sending…' : 'Send it back'}
          </Button>
          <Button disabled={isBusy} onClick={() => setReturning(false)}>
            Cancel
          </Button>
        </div>
      </form>
    );
  }
  return (
    <div className={stack.gap4}>
      <AlertBox tone="error">{failure}</AlertBox>
      {needsAnother && <p>You have submitted this tour yourself, so another reviewer has to look at it.</p>}
      <div className={stack.actions}>
        <Button
          variant="primary"
          disabled={isBusy || needsAnother || problems.length > 0}
          onClick={() => void decide(approve)}
        >
          {isBusy ? 'Publishing…' : 'Publish it'}
        </Button>
        <Button disabled={isBusy} onClick={() => setReturning(true)}>
          Send back…
        </Button>
      </div>
    </div>
  );
}
