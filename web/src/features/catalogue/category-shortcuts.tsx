import { Link } from 'react-router';
import styles from './category-shortcuts.module.css';
import type { Shelf } from './order.ts';
import { ShelfIcon } from './shelf-icon.tsx';

interface Props {
  categories: readonly Shelf[];
  pathFor: (category: string) => string;
}

/** One quiet line of categories that leads straight to their tours. */
export function CategoryShortcuts({ categories, pathFor }: Props) {
  return (
    <nav className={styles.shortcuts} aria-label="Categories">
      <ul className={styles.list}>
        {categories.map((category) => (
          <li key={category.id}>
            <Link className={styles.link} to={pathFor(category.name)}>
              <ShelfIcon icon={category.icon} size={20} />
              {category.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
