import { safeReturnPath } from '@oriel/contract/shared/return-path';
import { useSearchParams } from 'react-router';
import type { Api } from '../../api.ts';
import { pageContext } from '../../context.ts';
import { SignInLayout } from '../../features/accounts/sign-in/sign-in-layout.tsx';
import { outcomeOf } from '../../features/catalogue/category-queries.ts';
import { ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import { nameOf, placeOf } from '../../features/catalogue/heading.ts';
import { fetchExperiencePage } from '../../features/catalogue/queries.ts';
import { Invitation } from '../../features/referrals/invitation.tsx';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import { settingsUrl } from '../../session/member.ts';
import type { Route } from './+types/page';

export const handle = { eagerScripts: true, query: ['ref', 'next'] };
/** The URL identifies the referrer, so it must not leak. */
export const headers = privateHeaders;

/** As wide as a 3:2 image must be to cover its part of the window. */
const IMAGE_SIZES = '(min-width: 62rem) max(60vw, 150vh), max(100vw, 54svh)';
const TOUR = /^\/experiences\/vr\/([\w-]+)/;

/** The tour that the link leads to, else a popular one; undefined where neither can be loaded. */
async function findPlace(api: Api, next: string | undefined) {
  const slug = next?.match(TOUR)?.[1];
  if (slug !== undefined) {
    const tour = await outcomeOf(api('GET /api/vr360/:id', { params: { id: slug } }), '');
    if (tour.value) return tour.value.data;
  }
  const popular = await outcomeOf(fetchExperiencePage(api, { sort: 'popular' }), '');
  return popular.value?.items.find(({ mediaType }) => mediaType === 'photo');
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { api, site, origin } = context.get(pageContext);
  const place = await findPlace(api, safeReturnPath(new URL(request.url).searchParams.get('next')));
  if (place === undefined) return { site, origin, place };
  const { title, propertyName, city, country, thumbnail, thumbnails } = place;
  // Only the shown fields of a tour.
  return { site, origin, place: { title, propertyName, city, country, thumbnail, thumbnails } };
}

/** The image stays when a dialog opens over the page. */
export function shouldRevalidate() {
  return false;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { site, origin, place } = loaderData;
  const title = `You have been invited to ${site.name}`;
  const description = 'Look around real places before you go there, with free tokens when you sign up.';
  return [
    ...privateMeta(site, 'Your invitation', description),
    // For the preview of a shared link.
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(place ? [{ property: 'og:image', content: new URL(place.thumbnail, origin).href }] : []),
  ];
}

export default function JoinPage({ loaderData: { site, place } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const code = search.get('ref')?.trim() || undefined;
  const next = safeReturnPath(search.get('next'));
  return (
    <SignInLayout
      isInvitation
      place={
        place && {
          picture: <ExperienceImage experience={place} alt="" sizes={IMAGE_SIZES} fill eager />,
          name: nameOf(place),
          where: placeOf(place),
        }
      }
    >
      <Invitation
        key={code}
        code={code}
        next={next}
        siteName={site.name}
        ownLinkPath={settingsUrl({ pathname: '/experiences', search: '' }, 'referral')}
      />
    </SignInLayout>
  );
}
