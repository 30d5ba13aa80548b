import type { OpportunityPage } from '@oriel/contract';
import { ButtonLink } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import prose from '../../ui/prose.module.css';
import styles from './sections.module.css';

export function CourseFacts({ facts }: { facts: OpportunityPage['course']['facts'] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt className={prose.soft}>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Units({ items }: { items: OpportunityPage['units']['items'] }) {
  return (
    <div>
      {items.map(({ number, title, summary, lessons }, index) => (
        <Disclosure
          key={number}
          title={title}
          mark={<span className={styles.number}>Unit {number}</span>}
          isOpen={index === 0}
        >
          <p>{summary}</p>
          <ul className={`${prose.points} ${styles.lessons}`}>
            {lessons.map((lesson) => (
              <li key={lesson}>{lesson}</li>
            ))}
          </ul>
        </Disclosure>
      ))}
    </div>
  );
}

/** The course as a PDF, made by the server from the same texts. */
export function Brochure({
  texts: { heading, text, label, fileName },
}: {
  texts: OpportunityPage['brochure'];
}) {
  return (
    <div className={styles.brochure}>
      <h3>{heading}</h3>
      <p className={prose.soft}>{text}</p>
      {/* A file, not a route. */}
      <ButtonLink to="/brochure.pdf" reloadDocument download={fileName} data-analytics="brochure">
        {label}
      </ButtonLink>
    </div>
  );
}

export function Testimonials({ items }: { items: OpportunityPage['testimonials']['items'] }) {
  return (
    <ul className={styles.testimonials}>
      {items.map(({ quote, name, role }) => (
        <li key={name}>
          <figure className={styles.testimonial}>
            <blockquote className={styles.quote}>{quote}</blockquote>
            <figcaption className={prose.note}>
              <span className={styles.name}>{name}</span>
              {role}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
