import { isRouteErrorResponse } from 'react-router';
import { ButtonLink } from '../ui/button.tsx';
import styles from './error-page.module.css';
import page from './page.module.css';

/** Says what went wrong and leads on. Causes are for the log, not for visitors. */
export function ErrorMessage({ status }: { status: number }) {
  const isMissing = status === 404;
  return (
    <div className={`${page.page} ${styles.message}`}>
      <p className={styles.status}>{status}</p>
      <h1 className={page.title}>
        {isMissing ? 'There is no room behind this door' : 'Something went wrong'}
      </h1>
      <p className={styles.text}>
        {isMissing
          ? 'Page not found. The address may be mistyped, or the page has moved.'
          : 'This page could not be shown. Please try again in a moment.'}
      </p>
      <p className={styles.links}>
        <ButtonLink look="primary" to="/experiences">
          Browse experiences
        </ButtonLink>
        <ButtonLink to="/">Go home</ButtonLink>
      </p>
    </div>
  );
}

/** Stands in for a page that failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <>
      <title>{status === 404 ? 'Page not found' : 'Something went wrong'}</title>
      <ErrorMessage status={status} />
    </>
  );
}
