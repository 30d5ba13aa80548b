import type { NotFoundPage, Site } from '@oriel/contract';
import { isRouteErrorResponse, useRevalidator, useRouteLoaderData } from 'react-router';
import { isLost, isLostScript, reloadOnceReachable } from '../lost-request.ts';
import { Ajar } from '../ui/ajar.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import styles from './error-page.module.css';

type Message = Pick<NotFoundPage, 'heading' | 'text' | 'links'>;

const LINKS: Message['links'] = [
  { label: 'Browse experiences', to: '/experiences' },
  { label: 'Go home', to: '/' },
];

/** Used where the texts could not be loaded. */
const MISSING: Message = {
  heading: 'Page not found',
  text: 'There is nothing at this address.',
  links: LINKS,
};
const FAILED: Message = {
  heading: 'Something went wrong',
  text: 'This page could not be shown. Please try again in a moment.',
  links: LINKS,
};

/** Says what went wrong and offers links. Causes are logged, not shown. */
export function ErrorMessage({ status }: { status: number }) {
  const root = useRouteLoaderData<{ notFound: NotFoundPage }>('root');
  const { heading, text, links } = status === 404 ? (root?.notFound ?? MISSING) : FAILED;
  return (
    <Ajar>
      <p className={styles.status}>{status}</p>
      <h1>{heading}</h1>
      <p className={styles.text}>{text}</p>
      <p className={styles.links}>
        {links.map(({ label, to }, index) => (
          <ButtonLink key={to} variant={index === 0 ? 'primary' : 'quiet'} to={to}>
            {label}
          </ButtonLink>
        ))}
      </p>
    </Ajar>
  );
}

const OFFLINE = {
  heading: 'No connection',
  text: 'This page could not be loaded. Look at your connection, then try again.',
};

/** A request got no response: that says nothing about the site, and the next one may. */
function LostMessage({ error }: { error: unknown }) {
  const { state, revalidate } = useRevalidator();
  const isBusy = state !== 'idle';
  const tryAgain = () => {
    if (isLostScript(error)) void reloadOnceReachable();
    else if (!isBusy) void revalidate();
  };
  return (
    <Ajar>
      <h1>{OFFLINE.heading}</h1>
      <p className={styles.text}>{OFFLINE.text}</p>
      <p className={styles.links}>
        <Button variant="primary" aria-disabled={isBusy || undefined} onClick={tryAgain}>
          Try again
        </Button>
      </p>
    </Ajar>
  );
}

export function ErrorPage({ error }: { error: unknown }) {
  const hasLost = isLost(error);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const root = useRouteLoaderData<{ site: Site }>('root');
  const title = hasLost ? OFFLINE.heading : status === 404 ? MISSING.heading : FAILED.heading;
  return (
    <>
      <title>{root ? `${title} · ${root.site.name}` : title}</title>
      <meta name="robots" content="noindex" />
      {hasLost ? <LostMessage error={error} /> : <ErrorMessage status={status} />}
    </>
  );
}
