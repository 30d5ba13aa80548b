import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** The quiet zone that readers ask for, in modules. */
const BORDER = 4;
/** The finder patterns are 7 modules wide; their centres are 3 wide, 2 inside. */
const EYE = 7;
const PUPIL = 3;

/** One path for all dark modules: a bar for each run of them in a row. */
export function darkModules(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1]) return '';
        const end = row.indexOf(false, x);
        const width = (end === -1 ? row.length : end) - x;
        return `M${x} ${y}h${width}v1h-${width}z`;
      }),
    )
    .join('');
}

/** Dark on light in every theme, since many readers cannot see the reverse. @param label the text alternative */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: 0 }), [text]);
  const far = size - EYE;
  const pupils = [
    [0, 0],
    [far, 0],
    [0, far],
  ] as const;
  return (
    <svg
      className={styles.code}
      viewBox={`${-BORDER} ${-BORDER} ${size + 2 * BORDER} ${size + 2 * BORDER}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path className={styles.modules} d={darkModules(data)} />
      {pupils.map(([x, y]) => (
        <rect key={`${x}-${y}`} className={styles.pupil} x={x + 2} y={y + 2} width={PUPIL} height={PUPIL} />
      ))}
    </svg>
  );
}
