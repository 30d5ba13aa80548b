import type { ExperienceDetail, SceneDetail } from '@oriel/contract';
import { formatTourLink, parseTourLink } from '@oriel/contract/shared/tour/deep-link';
import { Suspense, useEffect, useRef, useState } from 'react';
import { data, useLoaderData } from 'react-router';
import { ApiError } from '../../api.ts';
import { pageContext } from '../../context.ts';
import { ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import { nameOf } from '../../features/catalogue/heading.ts';
import { LikeButton } from '../../features/catalogue/like-button.tsx';
import { useMemberExperience, useViewCount } from '../../features/catalogue/queries.ts';
import { SaveButton } from '../../features/saved/save-button.tsx';
import { useRecordRecent } from '../../features/saved/use-saved.ts';
import { loadTokenRates, type TokenRates } from '../../features/unlocks/token-rates.ts';
import { PartFailure } from '../../features/viewer/part-failure.tsx';
import { RemoteContext } from '../../features/viewer/remote.ts';
import { Tour } from '../../features/viewer/tour.tsx';
import { isFormerSlug, movedTo } from '../../moved-to.ts';
import { pageMeta } from '../../seo/meta.ts';
import { tourStructuredData } from '../../seo/structured-data.ts';
import { useSession } from '../../session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import stack from '../../ui/stack.module.css';
import { useBack } from '../../ui/use-back.ts';
import { SettingsWhenAsked } from '../layout/settings/settings-when-asked.tsx';
import type { Route } from './+types/page';
import { LockedTour } from './locked-tour.tsx';
import styles from './page.module.css';
import { useSingleScene } from './single-scene.ts';
import { TextPart } from './text-part.tsx';
import { tourInfoOf } from './tour-info.ts';
import { loadFirstScene, loadOpenScenes, useTourScenes, withLeanTour } from './tour-scenes.ts';
import { useAttention } from './use-attention.ts';
import { useSheet } from './use-sheet.ts';

const MemberTour = lazyPart(
  async () => (await import('./member-tour.tsx')).MemberTour,
  ({ missing }) => missing,
);

const PlaceSheet = lazyPart(
  async () => (await import('./place-sheet/place-sheet.tsx')).PlaceSheet,
  ({ onClose }) => <PartFailure title="About this place" onClose={onClose} />,
);

/** Without scripts this page shows only an image. */
export const handle = {
  eagerScripts: true,
  query: ['light', 'scene', 'settings', 'text', 'view'],
  subject: '/api/vr360/:slug',
};

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { api, site, origin } = context.get(pageContext);
  try {
    const { data: experience } = await api('GET /api/vr360/:id', { params: { id: params.slug } });
    const { search, searchParams } = new URL(request.url);
    if (isFormerSlug(params.slug, experience)) throw movedTo(`/experiences/vr/${experience.slug}${search}`);
    const isText = experience.tour !== undefined && searchParams.has('text');
    const text = isText ? await loadOpenScenes(api, experience) : undefined;
    const tourLink = parseTourLink(search);
    const scene = isText ? undefined : await loadFirstScene(api, experience, tourLink.scene);
    const link = formatTourLink(tourLink);
    const shareImage = link === '' ? undefined : `/share-images/${experience.slug}?${link}`;
    const rates = experience.isPermission ? undefined : await loadTokenRates(api);
    return {
      experience: withLeanTour(experience),
      shareImage,
      scene,
      text,
      rates,
      error: undefined,
      site,
      origin,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isMissing = error.status === 404 || error.status === 400;
    const text = isMissing ? 'VR experience not found' : error.message || 'Failed to load VR experience';
    return data(
      {
        experience: undefined,
        shareImage: undefined,
        scene: undefined,
        text: undefined,
        rates: undefined,
        error: text,
        site,
        origin,
      },
      { status: isMissing ? 404 : error.status },
    );
  }
}

// Another URL of the same tour has the settings open, for instance: a reload would restart the scene.
export { revalidatesOnOtherPath as shouldRevalidate } from '../revalidation.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { experience, shareImage, site, origin } = loaderData;
  if (!experience)
    return [
      { title: `VR experience not found · ${site.name}` },
      { name: 'description', content: 'There is no tour at this address. All tours are one click away.' },
      { name: 'robots', content: 'noindex' },
    ];
  const path = `/experiences/vr/${experience.slug}`;
  const url = new URL(path, origin).href;
  return [
    ...(experience.isUnlisted ? [{ name: 'robots', content: 'noindex' }] : []),
    ...pageMeta({
      site,
      origin,
      path,
      title: experience.seo?.title || nameOf(experience),
      description: experience.seo?.description || experience.description,
      image: shareImage ?? experience.thumbnail,
      structuredData: tourStructuredData(experience, url, origin),
    }),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/json+oembed',
      title: nameOf(experience),
      href: `${origin}/api/oembed?${new URLSearchParams({ url, format: 'json' })}`,
    },
  ];
}

export default function ExperiencePage({ loaderData }: Route.ComponentProps) {
  const { experience, scene, text, rates, error, origin } = loaderData;
  if (experience && text) return <TextPart experience={experience} scenes={text} />;
  return experience ? (
    // Each tour gets a new stage, without any state of the previous one.
    <ExperienceStage
      key={experience.id}
      experience={experience}
      scene={scene}
      rates={rates}
      origin={origin}
    />
  ) : (
    <HiddenTour text={error ?? 'VR Experience not found'} />
  );
}

interface StageProps {
  experience: ExperienceDetail;
  /** The first scene of a tour that has several. */
  scene: SceneDetail | undefined;
  /** What tokens cost, where the tour is locked for guests. */
  rates: TokenRates | undefined;
  origin: string;
}

function ExperienceStage({ experience: loaded, scene, rates, origin }: StageProps) {
  const { experience, isLiked, ...own } = useMemberExperience(loaded);
  const viewCount = useViewCount(experience);
  useRecordRecent(experience.id, experience.isPermission);
  const tour = useTourScenes(experience, scene, origin);
  const isPending = own.isPending || tour.isPending;
  const { isLoading } = useSession();
  const { show, renewScene } = useSingleScene(experience, origin);
  const [announcement, setAnnouncement] = useState<string>();
  useFocusOnArrival(show !== undefined || tour.scenes !== undefined);
  const sheet = useSheet();
  const info = tourInfoOf(experience, viewCount);
  const attention = useAttention(experience.slug);
  return (
    <RemoteContext value={attention}>
      <Tour
        show={tour.isPending ? undefined : show}
        scenes={tour.scenes}
        isPending={isLoading || isPending}
        renewScene={renewScene}
        still={<ExperienceImage experience={experience} alt="" sizes="100vw" eager fill />}
        locked={
          <LockedTour
            experience={experience}
            rates={rates}
            isPending={isPending}
            onOpened={setAnnouncement}
          />
        }
        info={{
          ...info,
          ...(experience.tour && { textUrl: '?text' }),
          placeSheet: {
            isOpen: sheet.isOpen && !isLoading && !isPending,
            setOpen: sheet.setOpen,
            render: (controls) => (
              <Suspense>
                <PlaceSheet {...controls} experience={{ ...experience, isLiked }} viewCount={viewCount} />
              </Suspense>
            ),
          },
          likeButton: (
            <span className={styles.presses}>
              {!experience.isUnlisted && (
                <span className={styles.save}>
                  <SaveButton experience={experience} name={info.name} />
                </span>
              )}
              <LikeButton experience={{ ...experience, isLiked }} name={info.name} />
            </span>
          ),
        }}
      />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <SettingsWhenAsked />
    </RemoteContext>
  );
}

/** When a tour replaces its locked notice, the focused button is gone; the stage takes the focus. */
function useFocusOnArrival(isShown: boolean): void {
  const wasShown = useRef(isShown);
  useEffect(() => {
    const arrives = isShown && !wasShown.current;
    wasShown.current = isShown;
    if (arrives && document.activeElement === document.body) document.getElementById('main')?.focus();
  }, [isShown]);
}

/** A tour that the server, which knows no members, does not find. */
function HiddenTour({ text }: { text: string }) {
  const { user, isLoading } = useSession();
  const { origin } = useLoaderData<typeof loader>();
  const missing = <MissingTour text={text} />;
  if (isLoading || !user) return missing;
  return (
    <Suspense fallback={missing}>
      <MemberTour missing={missing}>
        {(experience) => (
          <ExperienceStage experience={experience} scene={undefined} rates={undefined} origin={origin} />
        )}
      </MemberTour>
    </Suspense>
  );
}

function MissingTour({ text }: { text: string }) {
  const back = useBack('/experiences');
  return (
    <main id="main" tabIndex={-1} className={`${stack.centered} ${styles.missing}`}>
      <h1>{text}</h1>
      <Button variant="primary" onClick={back}>
        Back to Dashboard
      </Button>
    </main>
  );
}
