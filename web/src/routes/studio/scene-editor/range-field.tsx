import styles from './scene-editor.module.css';

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value as people read it. */
  text: string;
  onChange: (value: number) => void;
}

/** A number on a slider, which says it. */
export function RangeField({ label, text, onChange, ...range }: Props) {
  return (
    <label className={styles.range}>
      <span className={styles.rangeName}>
        {label} <span aria-hidden>{text}</span>
      </span>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={text}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        {...range}
      />
    </label>
  );
}
