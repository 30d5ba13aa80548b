import { LineDrawing } from '../../../ui/icon.tsx';
import type { Mode } from './mode.ts';
import styles from './scene-editor.module.css';
import { KINDS, SPOT_KINDS, type SpotKind } from './spots.ts';

interface Props {
  mode: Mode;
  isFull: boolean;
  onTool: (kind: SpotKind) => void;
}

/** What can be put into the picture. */
export function ToolBar({ mode, isFull, onTool }: Props) {
  return (
    <div className={styles.tools} role="toolbar" aria-label="Add to the picture" data-tools>
      {KINDS.map((kind) => {
        const { name, drawing } = SPOT_KINDS[kind];
        return (
          <button
            key={kind}
            type="button"
            className={styles.tool}
            aria-label={`Add ${name.toLowerCase()}`}
            aria-pressed={mode.is === 'placing' && mode.kind === kind}
            title={name}
            disabled={isFull}
            onClick={() => onTool(kind)}
          >
            <LineDrawing path={drawing} size={20} />
          </button>
        );
      })}
    </div>
  );
}
