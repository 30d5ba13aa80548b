import { Link } from 'react-router';
import type { CategoryEntry } from './categories.ts';
import { CategoryIcon } from './category-icon.tsx';
import styles from './category-shortcuts.module.css';

interface Props {
  categories: readonly CategoryEntry[];
  pathFor: (category: string) => string;
}

export function CategoryShortcuts({ categories, pathFor }: Props) {
  return (
    <nav className={styles.shortcuts} aria-label="Categories">
      <ul className={styles.list}>
        {categories.map((category) => (
          <li key={category.id}>
            <Link className={styles.link} to={pathFor(category.name)}>
              <CategoryIcon icon={category.icon} size={20} />
              {category.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
