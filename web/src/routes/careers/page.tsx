import type { CareersPage as Texts } from '@oriel/contract';
import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { companyMeta } from '../../seo/company-meta.ts';
import { companyPageStructuredData } from '../../seo/structured-data.ts';
import { Hero } from '../../ui/hero.tsx';
import { WithMailLinks } from '../../ui/mail-links.tsx';
import prose from '../../ui/prose.module.css';
import { Section } from '../../ui/section.tsx';
import split from '../../ui/split.module.css';
import type { Route } from './+types/page';
import { Diary } from './diary.tsx';
import styles from './page.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { careers } = texts;
  const pictures = [careers.opening.picture, ...(careers.diary?.entries ?? []).map(({ picture }) => picture)];
  return { texts: careers, tours: await loadTourImages(api, pictures), site, origin };
}

export { shouldRevalidate } from '../revalidation.ts';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/careers', ({ texts, site }, url) => companyPageStructuredData(texts, url, site));

export default function CareersPage({ loaderData: { texts, tours, site } }: Route.ComponentProps) {
  const renderImage = imageRenderer(tours);
  return (
    <>
      <Hero texts={texts.opening} renderImage={renderImage} />
      <Values values={texts.values} />
      {texts.diary && <Diary diary={texts.diary} renderImage={renderImage} />}
      <Apply apply={texts.apply} email={site.email ?? site.legal.email} />
    </>
  );
}

function Values({ values: { heading, items } }: Pick<Texts, 'values'>) {
  return (
    <Section heading={heading}>
      <ol>
        {items.map(({ title, text }) => (
          <li key={title} className={`${split.wideSecond} ${styles.value}`}>
            <h3 className={styles.title}>{title}</h3>
            <p className={prose.lead}>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface ApplyProps extends Pick<Texts, 'apply'> {
  email: string;
}

function Apply({ apply: { heading, text }, email }: ApplyProps) {
  return (
    <Section heading={heading} isBeside isSunken>
      <p className={styles.apply}>
        <WithMailLinks text={text} emails={[email]} />
      </p>
    </Section>
  );
}
