import type { ReactNode } from 'react';
import styles from './sign-in-layout.module.css';

interface Props {
  /** Left out where the content brings its own heading. */
  title?: string;
  /** An image with its caption; hidden on phones, unless it is part of an invitation. */
  place: { picture: ReactNode; name: string; where: string | undefined } | undefined;
  isInvitation?: boolean;
  children: ReactNode;
}

/** The sign-in screen as a page: a large image next to a narrow form, or the form alone. */
export function SignInLayout({ title, place, isInvitation = false, children }: Props) {
  const layout = [styles.layout, place && styles.hasPlace, isInvitation && styles.isInvitation];
  return (
    <div className={layout.filter(Boolean).join(' ')}>
      {place && (
        <figure className={styles.place}>
          {place.picture}
          <figcaption className={styles.caption}>
            <span className={styles.name}>{place.name}</span>
            {place.where && <span className={styles.location}>{place.where}</span>}
          </figcaption>
        </figure>
      )}
      <div className={styles.side}>
        <div className={styles.column}>
          {title && <h1 className={styles.title}>{title}</h1>}
          {children}
        </div>
      </div>
    </div>
  );
}
