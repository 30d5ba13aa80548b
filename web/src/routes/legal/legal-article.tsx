import type { LegalPage, Site } from '@oriel/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../format.ts';
import { useRegion } from '../../region.ts';
import { Icon } from '../../ui/icon.tsx';
import { WithMailLinks } from '../../ui/mail-links.tsx';
import measure from '../../ui/page.module.css';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { useBack } from '../../ui/use-back.ts';
import styles from './legal.module.css';

interface Props {
  page: LegalPage;
  site: Site;
  /** Content between the introduction and the sections. */
  children?: ReactNode;
  /** Parts of `children` for the table of contents. */
  parts?: readonly { id: string; heading: string }[];
}

function LegalSection({ section, emails }: { section: LegalPage['sections'][number]; emails: string[] }) {
  const { id, heading, paragraphs, points } = section;
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {paragraphs.map((text) => (
        <p key={text}>
          <WithMailLinks text={text} emails={emails} />
        </p>
      ))}
      {points && (
        <ul className={prose.points}>
          {points.map((text) => (
            <li key={text}>
              <WithMailLinks text={text} emails={emails} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function LegalArticle({ page, site, children, parts = [] }: Props) {
  const back = useBack('/landing');
  // The date is in the server's HTML.
  useRegion();
  const { email } = site.legal;
  const emails = [...new Set([email, site.email ?? email])];
  const contents = [...parts, ...page.sections, { id: 'contact', heading: page.contact.heading }];
  return (
    <div className={`${measure.page} ${stack.gap8} ${styles.article}`}>
      <header className={styles.head}>
        <button type="button" className={`with-scripts ${styles.back}`} onClick={back}>
          <Icon name="back" size={18} />
          {page.back}
        </button>
        <h1 className={styles.title}>{page.heading}</h1>
        <p className={prose.lead}>{page.intro}</p>
        <p className={prose.note}>
          Last updated <time dateTime={page.updated}>{formatDate(page.updated, 'utc')}</time>
          {page.review && ` · ${page.review.notice}`}
        </p>
      </header>
      <nav className={styles.contents} aria-label="On this page">
        <ol>
          {contents.map(({ id, heading }) => (
            <li key={id}>
              {/* Replaces the history entry, so that Back leads to the previous page. */}
              <Link to={{ hash: id }} replace>
                {heading}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.body}>
        {children}
        {page.sections.map((section) => (
          <LegalSection key={section.id} section={section} emails={emails} />
        ))}
        <LegalSection
          section={{ id: 'contact', heading: page.contact.heading, paragraphs: [page.contact.text] }}
          emails={emails}
        />
      </div>
    </div>
  );
}
