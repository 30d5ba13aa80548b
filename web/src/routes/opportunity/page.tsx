import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { EnrolmentForm } from '../../features/leads/enrolment-form.tsx';
import { companyMeta } from '../../seo/company-meta.ts';
import { courseStructuredData } from '../../seo/offers-structured-data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PlainCards } from '../../ui/card-grid.tsx';
import { Hero } from '../../ui/hero.tsx';
import { Section } from '../../ui/section.tsx';
import type { Route } from './+types/page';
import { FlatSphere } from './flat-sphere.tsx';
import styles from './page.module.css';
import { Brochure, CourseFacts, Testimonials, Units } from './sections.tsx';

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

export { shouldRevalidate } from '../revalidation.ts';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/opportunity', ({ texts, site, origin }, url) =>
    courseStructuredData(texts, url, site, origin),
  );

export default function OpportunityPage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const { opening, anatomy, course, units, enrolment, brochure, testimonials, values } = texts;
  return (
    <>
      <Hero texts={opening} renderImage={imageRenderer(tours)}>
        <CourseFacts facts={course.facts} />
        <ButtonLink variant="primary" to="#enrol">
          {enrolment.heading}
        </ButtonLink>
      </Hero>
      {anatomy && <FlatSphere {...anatomy} />}
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
        <PlainCards columns={4} items={values.items} />
      </Section>
    </>
  );
}
