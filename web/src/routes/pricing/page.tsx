import { pageContext } from '../../context.ts';
import { outcomeOf } from '../../features/catalogue/category-queries.ts';
import { loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { withYearlyPrices } from '../../features/payments/prices.ts';
import { pageMeta } from '../../seo/meta.ts';
import { pricingStructuredData } from '../../seo/offers-structured-data.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Hero } from '../../ui/hero.tsx';
import page from '../../ui/page.module.css';
import { Section } from '../../ui/section.tsx';
import type { Route } from './+types/page';
import { Families } from './families.tsx';
import styles from './page.module.css';

const PATH = '/pricing';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { plans, ...pricing } = texts.pricing;
  // Shared links show the home page's image, since this page has none.
  const { picture = texts.home.hero.picture } = pricing.opening;
  const [tours, tokenPlans] = await Promise.all([
    loadTourImages(api, [picture]),
    outcomeOf(
      api('GET /api/tokens/plans', {}).then(({ data }) => data),
      '',
    ),
  ]);
  return {
    texts: pricing,
    plans: withYearlyPrices(plans),
    tokenPlans: tokenPlans.value ?? [],
    sharedImage: tours[picture.tour]?.thumbnail,
    site,
    origin,
  };
}

export { shouldRevalidate } from '../revalidation.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { texts, plans, sharedImage, site, origin } = loaderData;
  return pageMeta({
    site,
    origin,
    path: PATH,
    title: texts.title,
    description: texts.description,
    image: sharedImage,
    structuredData: pricingStructuredData(texts, plans, new URL(PATH, origin).href, site, origin),
  });
}

export default function PricingPage({ loaderData: { texts, plans, tokenPlans } }: Route.ComponentProps) {
  const { opening, questions } = texts;
  return (
    <>
      <Hero texts={opening} />
      <div className={`${page.page} ${styles.plans}`}>
        <Families texts={texts} plans={plans} tokenPlans={tokenPlans} />
      </div>
      <Section heading={questions.heading} lead={questions.lead} note={questions.note} isBeside>
        <div>
          {questions.items.map(({ question, answer }) => (
            <Disclosure key={question} title={question}>
              <p>{answer}</p>
            </Disclosure>
          ))}
        </div>
      </Section>
    </>
  );
}
