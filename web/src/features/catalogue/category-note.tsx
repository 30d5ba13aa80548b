import styles from './category-note.module.css';
import { ShelfIcon } from './shelf-icon.tsx';

interface Props {
  icon: string;
  description: string | undefined;
}

/** What a category is about, at the head of its tours. */
export function CategoryNote({ icon, description }: Props) {
  return (
    <div className={styles.note}>
      <span className={styles.icon}>
        <ShelfIcon icon={icon} fallback="🎯" size={32} />
      </span>
      <p>{description || 'Premium VR experiences in this category'}</p>
    </div>
  );
}
