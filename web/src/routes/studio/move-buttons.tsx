import { IconButton } from '../../ui/icon-button.tsx';

interface Props {
  /** Of the entry, for the names of the buttons. */
  name: string;
  index: number;
  /** How many entries the list has. */
  count: number;
  onMove: (step: -1 | 1) => void;
}

/** Move an entry of a list up or down. */
export function MoveButtons({ name, index, count, onMove }: Props) {
  return (
    <>
      <IconButton
        icon="chevronUp"
        label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="chevronDown"
        label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      />
    </>
  );
}
