import { Link, useLocation } from 'react-router';
import { NewsletterForm } from '../../features/leads/newsletter-form.tsx';
import { ThemeChoice } from '../../features/theme/theme-choice.tsx';
import { openConsent } from '../../session/consent.ts';
import page from '../../ui/page.module.css';
import styles from './footer.module.css';
import { Contribute } from './footer-contribute.tsx';
import { RegionChoice } from './footer-region.tsx';
import { useSite } from './use-site.ts';

export function Footer() {
  const root = useSite();
  const { pathname } = useLocation();
  if (!root) return null;
  const { site, footer: texts } = root;
  return (
    <footer className={styles.footer}>
      <div className={`${page.page} ${styles.inner}`}>
        {pathname !== '/newsletter' && <NewsletterForm texts={texts.newsletter} />}
        <div className={styles.columns}>
          <nav aria-label="Footer" className={styles.groups}>
            {texts.groups.map(({ heading, links }) => (
              <div key={heading}>
                <h2 className={styles.heading}>{heading}</h2>
                <ul className={styles.links}>
                  {links.map(({ to, label }) => (
                    <li key={to}>
                      <Link to={to}>{label}</Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          {site.social.length > 0 && (
            <div>
              <h2 className={styles.heading}>{texts.socialHeading}</h2>
              <ul className={styles.links}>
                {site.social.map(({ name, url }) => (
                  <li key={url}>
                    <a href={url} rel="noopener noreferrer">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
        {site.support && <Contribute texts={texts.contribute} url={site.support.url} />}
      </div>
      <div className={`${page.page} ${styles.choices}`}>
        <RegionChoice texts={texts.region} />
        <ThemeChoice />
      </div>
      <div className={`${page.page} ${styles.legal}`}>
        <p>{texts.copyright}</p>
        <button type="button" className={`with-scripts ${styles.cookies}`} onClick={openConsent}>
          {texts.cookieSettings}
        </button>
      </div>
    </footer>
  );
}
