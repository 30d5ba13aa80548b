import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { downloadReceipt, fetchReceiptPage } from '../../features/wallet/receipt.ts';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import { signInUrl } from '../../session/member.ts';
import { useSession } from '../../session/session.tsx';
import { Ajar } from '../../ui/ajar.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import prose from '../../ui/prose.module.css';
import type { Route } from './+types/page';
import { ReceiptDocument } from './document.tsx';
import styles from './page.module.css';

/** It is put together in the browser, which has the member's session. */
export const handle = { eagerScripts: true };
export const headers = privateHeaders;

const TITLE = 'Your receipt';
const DESCRIPTION =
  'A receipt or refund voucher, to print or to keep, for the member whom it was written for.';
const HISTORY = '/?settings=history';

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches[0].loaderData?.site, TITLE, DESCRIPTION);

export default function ReceiptPage({ params: { number } }: Route.ComponentProps) {
  const { user } = useSession();
  return user ? <Receipt key={number} number={number} memberId={user.id} /> : <SignInFirst />;
}

function SignInFirst() {
  const location = useLocation();
  return (
    <Ajar>
      <h1>{TITLE}</h1>
      <p className={`guests-only ${prose.soft}`}>Sign in to the account that it was written for.</p>
      <p className="guests-only">
        <ButtonLink variant="primary" to={signInUrl(location)}>
          Sign in
        </ButtonLink>
      </p>
    </Ajar>
  );
}

function Receipt({ number, memberId }: { number: string; memberId: string }) {
  const { data, isPending, refetch } = useQuery({
    queryKey: ['receipt', memberId, number],
    queryFn: ({ signal }) => fetchReceiptPage(number, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const download = useMutation({ mutationFn: () => downloadReceipt(number) });
  if (data === null) return <NoReceipt />;
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Link to={HISTORY}>All transactions</Link>
        {data && (
          <span className={styles.ways}>
            <Button disabled={download.isPending} onClick={() => download.mutate()}>
              Save as PDF
            </Button>
            <Button variant="primary" onClick={() => print()}>
              Print
            </Button>
          </span>
        )}
      </div>
      <AlertBox tone="error">{download.isError && 'The PDF could not be loaded. Please try again.'}</AlertBox>
      {data ? (
        <ReceiptDocument html={data} />
      ) : isPending ? (
        <p role="status">Loading your receipt…</p>
      ) : (
        <Failure sentence="Your receipt could not be loaded." onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function NoReceipt() {
  return (
    <Ajar>
      <h1>No such receipt</h1>
      <p className={prose.soft}>Your account has no receipt of this number.</p>
      <p>
        <ButtonLink variant="primary" to={HISTORY}>
          All transactions
        </ButtonLink>
      </p>
    </Ajar>
  );
}
