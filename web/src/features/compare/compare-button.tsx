import { useNavigate } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import picture from '../../ui/picture-button.module.css';
import { type ChosenTour, chooseForComparison, comparePath, useChosenTour } from './choice.ts';
import styles from './compare-button.module.css';

/** Chooses a tour to compare with another; the second one opens both beside each other. */
export function CompareButton({ slug, name }: ChosenTour) {
  const chosen = useChosenTour();
  const navigate = useNavigate();
  const isChosen = chosen?.slug === slug;
  const label = chosen && !isChosen ? `Compare ${chosen.name} with ${name}` : `Compare ${name}`;
  const onClick = () => {
    chooseForComparison(chosen ? undefined : { slug, name });
    if (chosen && !isChosen) void navigate(comparePath(chosen.slug, slug));
  };
  return (
    <button
      type="button"
      className={`${picture.button} ${picture.round} ${styles.button}`}
      aria-label={label}
      title={label}
      aria-pressed={isChosen}
      data-analytics="compare"
      onClick={onClick}
    >
      <Icon name="compare" size={18} />
    </button>
  );
}
