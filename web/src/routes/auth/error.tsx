import { useSearchParams } from 'react-router';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import { Ajar } from '../../ui/ajar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import styles from '../error-page.module.css';
import type { Route } from './+types/error';

export const headers = privateHeaders;
export const handle = { query: ['error', 'error_description'] };

const DESCRIPTION = 'Social sign-in did not work. You can try again, or use your email.';

/** The text comes from the URL and may be forged: plain text of limited length. */
const MAX_LENGTH = 300;

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches[0].loaderData?.site, 'Authentication Failed', DESCRIPTION);

export default function AuthErrorPage() {
  const [search] = useSearchParams();
  const text =
    search.get('error_description')?.trim() ||
    search.get('error')?.trim() ||
    'We could not complete the sign in process.';
  return (
    <Ajar>
      <h1>Authentication Failed</h1>
      <p className={styles.text}>{text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}</p>
      <p className={styles.links}>
        <ButtonLink variant="primary" to="/login">
          Back to sign in
        </ButtonLink>
      </p>
    </Ajar>
  );
}
