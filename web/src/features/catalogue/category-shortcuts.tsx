import { Link } from 'react-router';
import type { CategoryEntry } from './categories.ts';
import { CategoryIcon } from './category-icon.tsx';
import styles from './category-shortcuts.module.css';

interface Props {
  categories: readonly CategoryEntry[];
  pathFor: (category: string) => string;
}

/** A row of icons that scrolls sideways; the last one leads to all categories. */
export function CategoryShortcuts({ categories, pathFor }: Props) {
  return (
    <nav className={styles.shortcuts} aria-label="Categories">
      <ul className={styles.list}>
        {categories.map(({ id, name, icon }) => (
          <li key={id}>
            <Link className={styles.link} to={pathFor(name)}>
              <CategoryIcon icon={icon} size={32} />
              <span>{name}</span>
            </Link>
          </li>
        ))}
        <li className={styles.last}>
          <Link className={styles.link} to="/categories">
            <CategoryIcon icon="/images/categories/all.svg" size={32} />
            <span>Browse Categories</span>
          </Link>
        </li>
      </ul>
    </nav>
  );
}
