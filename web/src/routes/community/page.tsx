import { useState } from 'react';
import { pageContext } from '../../context.ts';
import { loadPictures, pictureMaker } from '../../features/catalogue/tour-pictures.tsx';
import { companyMeta } from '../../seo/company-meta.ts';
import { companyPageStructuredData } from '../../seo/structured-data.ts';
import { Opening } from '../../ui/hero.tsx';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/page';
import { AppPromotion } from './app-promotion.tsx';
import { Popup } from './popup.tsx';
import { Professionals } from './professionals.tsx';
import { Reviews } from './reviews.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { community } = texts;
  const tours = await loadPictures(api, [community.opening.picture, community.app.picture]);
  return { texts: community, tours, site, origin };
}

export const shouldRevalidate = revalidatesForNewPath;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/community', ({ texts, site }, url) =>
    companyPageStructuredData(texts, url, site),
  );

/** The people around the library, what others say of it, and the app. */
export default function CommunityPage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const [isPopupOpen, setPopupOpen] = useState(false);
  const pictureOf = pictureMaker(tours);
  const openPopup = () => setPopupOpen(true);
  return (
    <>
      <Opening opening={texts.opening} pictureOf={pictureOf} />
      <Professionals
        professionals={texts.professionals}
        profileLabel={texts.professionalLabel}
        connect={texts.connect}
        onConnect={openPopup}
      />
      <Reviews reviews={texts.reviews} linkLabel={texts.reviewLabel} />
      <AppPromotion app={texts.app} pictureOf={pictureOf} onIos={openPopup} />
      <Popup popup={texts.popup} open={isPopupOpen} onClose={() => setPopupOpen(false)} />
    </>
  );
}
