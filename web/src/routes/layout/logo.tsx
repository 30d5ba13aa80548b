import type { Site } from '@oriel/contract';
import { BRAND_PATH } from '@oriel/contract/shared/brand';
import { Link } from 'react-router';
import styles from './logo.module.css';
import { useSite } from './use-site.ts';

/** The link around it names the site. */
function Picture({ logo }: { logo: NonNullable<Site['logo']> }) {
  const size = { width: logo.width, height: logo.height };
  return (
    <>
      <img
        className={styles.picture}
        data-for={logo.dark && 'light'}
        src={`${BRAND_PATH}${logo.file}`}
        alt=""
        {...size}
      />
      {logo.dark && (
        <img className={styles.picture} data-for="dark" src={`${BRAND_PATH}${logo.dark}`} alt="" {...size} />
      )}
    </>
  );
}

export function Logo({ onClick }: { onClick?: () => void }) {
  const site = useSite()?.site;
  const name = site?.name ?? 'Home';
  return (
    <Link className={styles.logo} to="/experiences" aria-label={`${name}, all tours`} onClick={onClick}>
      {site?.logo ? (
        <Picture logo={site.logo} />
      ) : (
        <>
          <svg className={styles.mark} viewBox="0 0 24 28" aria-hidden="true" focusable="false">
            <path d="M2 27V9.5C2 5.4 6.5 2 12 2s10 3.4 10 7.5V27M2 27h20M12 2v25M2 15.5h20" />
          </svg>
          <span className={styles.name}>{name}</span>
        </>
      )}
    </Link>
  );
}
