import type { ExperienceDetail, Site } from '@oriel/contract';
import { formatTourLink, parseTourLink } from '@oriel/contract/shared/tour/deep-link';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { data } from 'react-router';
import { ApiError } from '../../api.ts';
import { pageContext } from '../../context.ts';
import { letWordPressFollowLinks } from '../../embed-host/wordpress.ts';
import { ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import { nameOf, placeOf } from '../../features/catalogue/heading.ts';
import { ErrorOverlay, LoadingMessage } from '../../features/viewer/messages.tsx';
import { RemoteContext } from '../../features/viewer/remote.ts';
import { reloadOnceReachable } from '../../lost-request.ts';
import { isFormerSlug, movedTo } from '../../moved-to.ts';
import { metaDescription } from '../../seo/meta.ts';
import { Button, NewTabLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import stack from '../../ui/stack.module.css';
import { withLeanTour } from '../experience/tour-scenes.ts';
import type { Route } from './+types/page';
import styles from './page.module.css';
import { useHost } from './use-host.ts';

/** Loaded when the visitor asks for the tour: until then, the page that frames it loads a picture alone. */
const EmbeddedTour = lazyPart(
  async () => (await import('./embedded-tour.tsx')).EmbeddedTour,
  ({ still }) => (
    <main id="main" tabIndex={-1} className={styles.poster}>
      {still}
      <ErrorOverlay
        text="The tour could not be loaded. Please check your connection."
        onRetry={reloadOnceReachable}
      />
    </main>
  ),
);

export const handle = { query: ['light', 'scene', 'view'], subject: '/api/vr360/:slug', embeds: 'slug' };

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { api, site, origin } = context.get(pageContext);
  const { search, searchParams } = new URL(request.url);
  const link = formatTourLink(parseTourLink(searchParams));
  try {
    const { data: experience } = await api('GET /api/vr360/:id', { params: { id: params.slug } });
    if (isFormerSlug(params.slug, experience)) throw movedTo(`/embed/${experience.slug}${search}`);
    const path = `/experiences/vr/${experience.slug}`;
    return {
      experience: withLeanTour(experience),
      error: undefined,
      site,
      origin,
      path,
      query: link && `?${link}`,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isMissing = error.status === 404 || error.status === 400;
    const text = isMissing ? 'This tour is no longer here.' : 'The tour cannot be shown right now.';
    return data(
      { experience: undefined, error: text, site, origin, path: '/experiences', query: '' },
      { status: isMissing ? 404 : error.status },
    );
  }
}

// Another room has another URL; a reload would end the connection with the page around the frame.
export { revalidatesOnOtherPath as shouldRevalidate } from '../revalidation.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { experience, site } = loaderData;
  return [
    { title: experience ? `${nameOf(experience)} · ${site.name}` : site.name },
    { name: 'description', content: metaDescription(experience?.description ?? site.description) },
    // The tour's own page is the one to be found.
    { name: 'robots', content: 'noindex' },
  ];
}

/** A tour in a frame of another website: a picture until the visitor presses it, without session, cookies or choices. */
export default function EmbedPage({ loaderData }: Route.ComponentProps) {
  const { experience, error, site, origin, path, query } = loaderData;
  const ownPage = (
    <a className={styles.own} href={path + query} target="_blank" rel="noopener">
      {site.name} <Icon name="external" size={14} />
      <span className="visually-hidden">(opens in a new tab)</span>
    </a>
  );
  if (!experience) {
    return (
      <main id="main" className={`${stack.centered} ${styles.missing}`}>
        <p>{error}</p>
        {ownPage}
      </main>
    );
  }
  return (
    <Embedded
      key={experience.id}
      experience={experience}
      site={site}
      origin={origin}
      url={path + query}
      ownPage={ownPage}
    />
  );
}

interface EmbeddedProps {
  experience: ExperienceDetail;
  site: Site;
  origin: string;
  /** Of the tour's own page. */
  url: string;
  ownPage: ReactNode;
}

function Embedded({ experience, site, origin, url, ownPage }: EmbeddedProps) {
  const [isStarted, setIsStarted] = useState(false);
  const remote = useHost(experience, () => setIsStarted(true));
  useEffect(() => letWordPressFollowLinks(url), [url]);
  const isOpen = experience.isPermission || experience.tour?.scenes.some((scene) => scene.isOpen) === true;
  const name = nameOf(experience);
  const unlock = (
    <NewTabLink variant="primary" href={url}>
      <Icon name="lock" size={18} /> Unlock on {site.name}
      <span className="visually-hidden">(opens in a new tab)</span>
    </NewTabLink>
  );
  const still = <ExperienceImage experience={experience} alt="" sizes="100vw" eager fill />;
  if (isStarted && isOpen) {
    return (
      <RemoteContext value={remote}>
        <Suspense fallback={<LoadingMessage />}>
          <EmbeddedTour
            experience={experience}
            origin={origin}
            still={still}
            ownPage={ownPage}
            locked={unlock}
          />
        </Suspense>
      </RemoteContext>
    );
  }
  return (
    <main id="main" tabIndex={-1} className={styles.poster}>
      {still}
      <div className={styles.shade}>
        <div>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.place}>{placeOf(experience)}</p>
        </div>
        <div className={styles.start}>
          {isOpen ? (
            // Without scripts it opens the tour's own page.
            <form action={url} target="_blank" rel="noopener">
              <Button
                type="submit"
                variant="primary"
                // Frames that must not submit forms, such as those of WordPress, hear of no `submit`.
                onClick={(event) => {
                  event.preventDefault();
                  setIsStarted(true);
                }}
              >
                <Icon name="play" size={22} /> Look around
              </Button>
            </form>
          ) : (
            unlock
          )}
        </div>
        {ownPage}
      </div>
    </main>
  );
}
