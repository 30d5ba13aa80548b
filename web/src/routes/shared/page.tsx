import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { ApiError, errorMessage } from '../../api.ts';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import { Ajar } from '../../ui/ajar.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useHydrated } from '../../ui/hydration.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import type { Route } from './+types/page';
import { openLink, resumeVisit } from './visit.ts';

/** It is put together in the browser, which alone knows what follows the hash sign. */
export const handle = { eagerScripts: true };
export const headers = privateHeaders;

const TITLE = 'A tour for you';
const DESCRIPTION = 'You have been sent a link to a 360-degree tour. It opens here.';

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches[0].loaderData?.site, TITLE, DESCRIPTION);

const SharedTour = lazyPart(async () => (await import('./shared-tour.tsx')).SharedTour);

export default function SharedPage() {
  const { hash } = useLocation();
  // The server does not know what follows the hash sign.
  const secret = useHydrated() ? hash.slice(1) : undefined;
  if (secret === undefined) return <Message title={TITLE} text="One moment, the tour is on its way." />;
  if (secret === '')
    return (
      <Message
        title={TITLE}
        text="This address is incomplete. Please open the link that you were sent again."
      >
        <OtherTours />
      </Message>
    );
  return <Opening key={secret} secret={secret} />;
}

function Message({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      <Ajar>
        <h1>{title}</h1>
        <p className={prose.soft}>{text}</p>
        {children}
      </Ajar>
    </main>
  );
}

function OtherTours() {
  return (
    <p>
      <ButtonLink to="/experiences">See other tours</ButtonLink>
    </p>
  );
}

/** Opens the link once; a reload goes on with the same visit. */
function Opening({ secret }: { secret: string }) {
  const first = useQuery({
    queryKey: ['shared', secret],
    queryFn: async () => (await resumeVisit(secret)) ?? (await openLink(secret)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const withPassword = useMutation({ mutationFn: (password: string) => openLink(secret, password) });
  const visit = withPassword.data ?? first.data;
  if (visit) {
    return (
      <Suspense fallback={<Message title={TITLE} text="One moment, the tour is on its way." />}>
        <SharedTour {...visit} />
      </Suspense>
    );
  }
  if (first.isPending) return <Message title={TITLE} text="One moment, the tour is on its way." />;
  const code = first.error instanceof ApiError ? first.error.code : undefined;
  if (code === 'password_required') {
    return (
      <Message title={TITLE} text="This link has a password. Ask the person who sent it to you.">
        <form
          className={stack.gap4}
          onSubmit={(event) => {
            event.preventDefault();
            withPassword.mutate(String(new FormData(event.currentTarget).get('password') ?? ''));
          }}
        >
          <PasswordField label="Password" name="password" autoComplete="off" required maxLength={200} />
          <AlertBox tone="error">
            {withPassword.error &&
              errorMessage(withPassword.error, 'This could not be done. Please try again.')}
          </AlertBox>
          <div className={stack.actions}>
            <Button type="submit" variant="primary" disabled={withPassword.isPending}>
              {withPassword.isPending ? 'One moment…' : 'Open the tour'}
            </Button>
          </div>
        </form>
      </Message>
    );
  }
  if (code === 'link_ended') {
    return (
      <Message
        title="This link has ended"
        text="It has expired, was opened as often as it may be, or was taken back. Please ask for a new one."
      >
        <OtherTours />
      </Message>
    );
  }
  return (
    <Message
      title="Not now"
      text={errorMessage(first.error, 'The tour could not be opened. Please try again.')}
    >
      <p>
        <Button onClick={() => void first.refetch()}>Try again</Button>
      </p>
    </Message>
  );
}
