import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { ContactForm } from '../../features/leads/contact-form.tsx';
import { pageMeta } from '../../seo/meta.ts';
import { organizationStructuredData } from '../../seo/structured-data.ts';
import { WithMailLinks } from '../../ui/mail-links.tsx';
import page from '../../ui/page.module.css';
import prose from '../../ui/prose.module.css';
import { Section } from '../../ui/section.tsx';
import split from '../../ui/split.module.css';
import stack from '../../ui/stack.module.css';
import type { Route } from './+types/page';
import { CompanyMap } from './map.tsx';
import styles from './page.module.css';

/** Next to the form where there is room; elsewhere it is neither shown nor loaded. */
const IMAGE_SIZES = '(min-width: 90rem) 52rem, 58vw';

type Topic = 'team' | 'quote';
const isTopic = (text: string | null): text is Topic => text === 'team' || text === 'quote';

/** The longest name of a place that a visitor enquires about. */
const MAX_PLACE = 120;

export const handle = { query: ['subject', 'place'] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { picture = texts.home.hero.picture } = texts.contact.opening;
  const tours = await loadTourImages(api, [picture]);
  const { searchParams } = new URL(request.url);
  const topic = searchParams.get('subject');
  const place = searchParams.get('place')?.slice(0, MAX_PLACE);
  return {
    texts: texts.contact,
    subject: isTopic(topic) ? texts.contact.form.subjects[topic] : place && `About ${place}`,
    tours,
    image: tours[picture.tour]?.thumbnail,
    site,
    origin,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { texts, image, site, origin } = loaderData;
  return pageMeta({
    site,
    origin,
    path: '/contact',
    title: texts.title,
    description: texts.description,
    image,
    structuredData: organizationStructuredData(site, origin),
  });
}

export default function ContactPage({ loaderData: { texts, tours, subject, site } }: Route.ComponentProps) {
  const { opening, form, reply, map } = texts;
  const image = imageRenderer(tours)(opening.picture, { sizes: IMAGE_SIZES, fill: true });
  return (
    <>
      <div className={`${page.page} ${split.wideSecond} ${styles.contact}`}>
        <header className={stack.gap4}>
          <h1>{opening.heading}</h1>
          <p className={`${prose.lead} ${styles.lead}`}>{opening.lead}</p>
        </header>
        <div className={`${stack.gap4} ${styles.form}`}>
          <h2>{form.heading}</h2>
          <ContactForm key={subject} texts={form} subject={subject} />
        </div>
        <div className={`${stack.gap2} ${styles.reply}`}>
          <h2 className={prose.titleSmall}>{reply.heading}</h2>
          <p className={prose.soft}>
            <WithMailLinks text={reply.text} emails={[site.email ?? site.legal.email]} />
          </p>
        </div>
        {image && <div className={styles.place}>{image}</div>}
      </div>
      {site.map && (
        <Section heading={map.heading}>
          <CompanyMap texts={map} map={site.map} postalAddress={site.legal.address} />
        </Section>
      )}
    </>
  );
}
