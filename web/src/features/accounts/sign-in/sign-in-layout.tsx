import type { ReactNode } from 'react';
import styles from './sign-in-layout.module.css';

interface Props {
  title: string;
  /** An image with its caption; hidden on narrow screens. */
  place: { picture: ReactNode; name: string; where: string | undefined } | undefined;
  children: ReactNode;
}

/** The sign-in screen as a page: a large image next to a narrow form, or the form alone. */
export function SignInLayout({ title, place, children }: Props) {
  return (
    <div className={place ? styles.withPicture : styles.plain}>
      {place && (
        <figure className={styles.place}>
          {place.picture}
          <figcaption className={styles.caption}>
            <span className={styles.name}>{place.name}</span>
            {place.where && <span className={styles.where}>{place.where}</span>}
          </figcaption>
        </figure>
      )}
      <div className={styles.side}>
        <div className={styles.column}>
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
      </div>
    </div>
  );
}
