import { type ToggleEvent, useId } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { hasChosen, toggleCaptions, useCaptionChoice } from './caption-choice.ts';
import styles from './caption-style.module.css';

/** In CSS pixels: between the panel and its button, and between the panel and the sides of the window. */
const GAP = 8;

/** A button that opens the choice of how captions look. It is in the top layer, since it opens from dialogs and from a full screen too. */
export function CaptionStyle() {
  useCaptionChoice();
  const id = useId();
  const place = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    const button = currentTarget.parentElement?.querySelector(`[popovertarget="${id}"]`);
    if (newState !== 'open' || !button) return;
    const { left, top } = button.getBoundingClientRect();
    const furthest = window.innerWidth - currentTarget.offsetWidth - GAP;
    currentTarget.style.left = `${Math.max(GAP, Math.min(left, furthest))}px`;
    currentTarget.style.bottom = `${window.innerHeight - top + GAP}px`;
  };
  return (
    <>
      <IconButton icon="filters" label="Caption style" popoverTarget={id} />
      <fieldset id={id} popover="auto" className={styles.panel} onToggle={place}>
        <legend className="visually-hidden">Caption style</legend>
        <label className={styles.choice}>
          <input type="checkbox" checked={hasChosen('large')} onChange={() => toggleCaptions('large')} />{' '}
          Large text
        </label>
        <label className={styles.choice}>
          <input type="checkbox" checked={!hasChosen('plain')} onChange={() => toggleCaptions('plain')} />{' '}
          Dark background
        </label>
      </fieldset>
    </>
  );
}
