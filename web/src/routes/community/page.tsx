import { useState } from 'react';
import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { companyMeta } from '../../seo/company-meta.ts';
import { companyPageStructuredData } from '../../seo/structured-data.ts';
import { Hero } from '../../ui/hero.tsx';
import type { Route } from './+types/page';
import { AppPromotion } from './app-promotion.tsx';
import { MakersMap } from './makers-map.tsx';
import { Popup } from './popup.tsx';
import { Professionals } from './professionals.tsx';
import { Reviews } from './reviews.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { community } = texts;
  const portraits = community.professionals.items.map(({ picture }) => picture);
  const tours = await loadTourImages(api, [community.opening.picture, community.app.picture, ...portraits]);
  return { texts: community, tours, site, origin };
}

export { shouldRevalidate } from '../revalidation.ts';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/community', ({ texts, site }, url) =>
    companyPageStructuredData(texts, url, site),
  );

export default function CommunityPage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const [isPopupOpen, setPopupOpen] = useState(false);
  const renderImage = imageRenderer(tours);
  const makers = texts.professionals.items;
  const isMapped = makers.some(({ location }) => location !== undefined);
  const openPopup = () => setPopupOpen(true);
  return (
    <>
      {isMapped ? (
        <>
          <Hero texts={texts.opening} />
          <MakersMap makers={makers} renderImage={renderImage} />
        </>
      ) : (
        <Hero texts={texts.opening} renderImage={renderImage} />
      )}
      <Professionals
        professionals={texts.professionals}
        profileLabel={texts.professionalLabel}
        connect={texts.connect}
        renderImage={renderImage}
        onConnect={openPopup}
      />
      <Reviews reviews={texts.reviews} linkLabel={texts.reviewLabel} />
      <AppPromotion app={texts.app} renderImage={renderImage} onIos={openPopup} />
      <Popup popup={texts.popup} open={isPopupOpen} onClose={() => setPopupOpen(false)} />
    </>
  );
}
