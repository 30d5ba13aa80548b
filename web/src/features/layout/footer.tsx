import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './footer.module.css';
import { FOOTER_LINKS } from './links.ts';
import { useSite } from './use-site.ts';

/** Closes every page: what the company is, where to go on, and what the page adds. */
export function Footer({ children }: { children?: ReactNode }) {
  const site = useSite();
  if (!site) return null;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <p className={styles.slogan}>{site.slogan}.</p>
          <p className={styles.description}>{site.description}</p>
        </div>
        <nav aria-label="Footer">
          <h2 className={styles.heading}>Explore</h2>
          <ul className={styles.links}>
            {FOOTER_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        {site.social.length > 0 && (
          <div>
            <h2 className={styles.heading}>Follow</h2>
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
        {children}
      </div>
      <p className={styles.legal}>
        © {site.legal.entity}, {site.legal.address}
      </p>
    </footer>
  );
}
