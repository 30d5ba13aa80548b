import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { EnrolmentForm } from '../../features/leads/enrolment-form.tsx';
import { companyMeta } from '../../seo/company-meta.ts';
import { courseStructuredData } from '../../seo/offers-structured-data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CardGrid, PlainCard } from '../../ui/card-grid.tsx';
import { Hero } from '../../ui/hero.tsx';
import { Section } from '../../ui/section.tsx';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/page';
import { Brochure } from './brochure.tsx';
import { CourseFacts } from './course-facts.tsx';
import styles from './page.module.css';
import { Testimonials } from './testimonials.tsx';
import { Units } from './units.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { opportunity } = texts;
  return {
    texts: opportunity,
    tours: await loadTourImages(api, [opportunity.opening.picture]),
    site,
    origin,
  };
}

export const shouldRevalidate = revalidatesForNewPath;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/opportunity', ({ texts, site, origin }, url) =>
    courseStructuredData(texts, url, site, origin),
  );

/** The course and its enrolment form. */
export default function OpportunityPage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const { opening, course, units, enrolment, brochure, testimonials, values } = texts;
  return (
    <>
      <Hero texts={opening} renderImage={imageRenderer(tours)}>
        <CourseFacts facts={course.facts} />
        <ButtonLink variant="primary" to="#enrol">
          {enrolment.heading}
        </ButtonLink>
      </Hero>
      <Section heading={units.heading} lead={units.lead} note={units.note} isBeside>
        <Units items={units.items} />
      </Section>
      <Section heading={enrolment.heading} lead={enrolment.lead} id="enrol" isSunken>
        <div className={styles.enrolment}>
          <EnrolmentForm texts={enrolment} course={course.name} />
          <Brochure texts={brochure} />
        </div>
      </Section>
      <Section heading={testimonials.heading} lead={testimonials.lead} note={testimonials.note}>
        <Testimonials items={testimonials.items} />
      </Section>
      <Section heading={values.heading}>
        <CardGrid columns={4}>
          {values.items.map((value) => (
            <PlainCard key={value.title} {...value} />
          ))}
        </CardGrid>
      </Section>
    </>
  );
}
