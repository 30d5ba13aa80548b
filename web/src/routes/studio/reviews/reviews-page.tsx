import type { ReviewSummary } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../api.ts';
import { Failure } from '../../../ui/failure.tsx';
import stack from '../../../ui/stack.module.css';
import tours from '../tours/tours.module.css';
import { ReviewPage } from './review-page.tsx';
import styles from './reviews.module.css';
import { REVIEWS_KEY, submissionWords } from './words.ts';

/** Tours that wait for a reviewer, or one of them. */
export function ReviewsPage({ tourId }: { tourId: string | undefined }) {
  return tourId === undefined ? <ReviewList /> : <ReviewPage tourId={tourId} />;
}

function ReviewList() {
  const { data, isError, refetch } = useQuery({
    queryKey: REVIEWS_KEY,
    staleTime: 0,
    queryFn: async () => (await api('GET /api/console/reviews', {})).data.reviews,
  });
  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>Reviews</h1>
          <p>Tours that wait to be published, the oldest first.</p>
        </div>
      </div>
      {isError && <Failure sentence="The reviews could not be loaded." onRetry={() => void refetch()} />}
      {!data && !isError && (
        <p className="studio-soft" role="status">
          Loading…
        </p>
      )}
      {data?.length === 0 && (
        <div className="studio-empty">
          <h2>Nothing waits</h2>
          <p>Once a team submits a tour, it is here, and you get a mail.</p>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className="studio-rows" aria-label="Submitted tours">
          {data.map((review) => (
            <Row key={review.tourId} review={review} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ review }: { review: ReviewSummary }) {
  return (
    <li className={`studio-row ${styles.row}`}>
      <Link className={tours.rowTitle} to={`/studio/reviews/${review.tourId}`}>
        {review.title}
      </Link>
      <span className="studio-soft">{review.isUpdate ? 'Changes' : 'New tour'}</span>
      <span className="studio-soft">{submissionWords(review)}</span>
    </li>
  );
}
