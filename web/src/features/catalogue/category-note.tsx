import { CategoryIcon } from './category-icon.tsx';
import styles from './category-note.module.css';

interface Props {
  icon: string;
  description: string | undefined;
}

export function CategoryNote({ icon, description }: Props) {
  return (
    <div className={styles.note}>
      <span className={styles.icon}>
        <CategoryIcon icon={icon} fallback="🎯" size={32} />
      </span>
      <p>{description || 'Premium VR experiences in this category'}</p>
    </div>
  );
}
