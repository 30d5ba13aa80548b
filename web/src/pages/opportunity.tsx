import { pageContext } from '../context.ts';
import { Brochure } from '../features/company/opportunity/brochure.tsx';
import { CourseFacts } from '../features/company/opportunity/course-facts.tsx';
import { EnrolmentForm } from '../features/company/opportunity/enrolment-form.tsx';
import { Testimonials } from '../features/company/opportunity/testimonials.tsx';
import { Units } from '../features/company/opportunity/units.tsx';
import { CardGrid, PlainCard } from '../features/company/parts/card-grid.tsx';
import { Opening } from '../features/company/parts/opening.tsx';
import { Section } from '../features/company/parts/section.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/opportunity';
import { companyMeta } from './company-meta.ts';
import { loadPictures, pictureMaker } from './company-pictures.tsx';
import { courseStructuredData } from './offers-structured-data.ts';
import styles from './opportunity.module.css';
import { revalidatesForNewPath } from './shelves-data.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { opportunity } = texts;
  return { texts: opportunity, tours: await loadPictures(api, [opportunity.opening.picture]), site, origin };
}

export const shouldRevalidate = revalidatesForNewPath;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/opportunity', ({ texts, site, origin }, url) =>
    courseStructuredData(texts, url, site, origin),
  );

/** The course, and the way onto its list. */
export default function OpportunityPage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const { opening, course, units, enrolment, brochure, testimonials, values } = texts;
  return (
    <>
      <Opening opening={opening} pictureOf={pictureMaker(tours)}>
        <CourseFacts facts={course.facts} />
        <ButtonLink look="primary" to="#enrol">
          {enrolment.heading}
        </ButtonLink>
      </Opening>
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
