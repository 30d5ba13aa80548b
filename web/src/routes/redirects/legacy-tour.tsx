import { useEffect } from 'react';
import { data, Link, redirect, useNavigate } from 'react-router';
import { ApiError } from '../../api.ts';
import { pageContext } from '../../context.ts';
import { Ajar } from '../../ui/ajar.tsx';
import styles from '../error-page.module.css';
import type { Route } from './+types/legacy-tour';

/** How long the message is shown. */
const REDIRECT_AFTER_MS = 2_000;

/** Redirects URLs of the former site to their tours, without scripts. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { api, site } = context.get(pageContext);
  try {
    const { data: tour } = await api('GET /api/vr360/legacy/:legacyId', {
      params: { legacyId: params.legacyId },
    });
    return redirect(`/experiences/vr/${encodeURIComponent(tour.slug)}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isMissing = error.status === 404 || error.status === 400;
    const text = isMissing
      ? 'We could not find that VR experience.'
      : 'Something went wrong while loading that VR experience.';
    return data({ text, site }, { status: isMissing ? 404 : 503 });
  }
}

export const handle = { subject: '/api/vr360/legacy/:legacyId' };

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `VR experience not found · ${loaderData?.site.name ?? ''}` },
    { name: 'description', content: 'This old link leads to no tour. All tours are one click away.' },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function LegacyPage({ loaderData: { text } }: Route.ComponentProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/experiences', { replace: true }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <main id="main">
      <Ajar>
        <h1>{text}</h1>
        <p className={styles.text}>
          You will be taken to <Link to="/experiences">all experiences</Link> in a moment.
        </p>
      </Ajar>
    </main>
  );
}
