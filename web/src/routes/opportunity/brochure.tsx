import type { OpportunityPage } from '@oriel/contract';
import { ButtonLink } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import styles from './brochure.module.css';

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
