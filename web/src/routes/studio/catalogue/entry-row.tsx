import type { ReactNode } from 'react';
import { CategoryIcon } from '../../../features/catalogue/category-icon.tsx';
import { ExperienceImage } from '../../../features/catalogue/experience-image.tsx';
import { LineDrawing } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Entry } from './entries.ts';
import { InlineName } from './inline-name.tsx';
import type { useReorder } from './use-reorder.ts';

const GRIP =
  'M9 5.3a.7.7 0 1 0 0 1.400.7.7 0 0 0 0-1.400zM9 11.3a.7.7 0 1 0 0 1.400.7.7 0 0 0 0-1.400zM9 17.3a.7.7 0 1 0 0 1.400.7.7 0 0 0 0-1.400zM15 5.3a.7.7 0 1 0 0 1.400.7.7 0 0 0 0-1.400zM15 11.3a.7.7 0 1 0 0 1.400.7.7 0 0 0 0-1.400zM15 17.3a.7.7 0 1 0 0 1.400.7.7 0 0 0 0-1.400z';

interface Props {
  entry: Entry;
  /** The id of the text that explains the handle. */
  helpId: string;
  reorder: ReturnType<typeof useReorder<number>>;
  maxLength: number;
  onRename: (name: string) => Promise<string | undefined>;
  onEdit: () => void;
  /** Tags have no pictures. */
  hasPicture?: boolean;
  canMove?: boolean;
  /** Below the name. */
  detail?: ReactNode;
  /** Below the row. */
  children?: ReactNode;
}

/** A category, subcategory or tag: its handle, looks and name, and how many tours it has. */
export function EntryRow({
  entry,
  helpId,
  reorder,
  maxLength,
  onRename,
  onEdit,
  hasPicture = true,
  canMove = true,
  detail,
  children,
}: Props) {
  const { id, name, itemCount, cover, icon } = entry;
  return (
    <li className="desk-item" {...reorder.rowOf(id)}>
      <div className="desk-row">
        <button
          type="button"
          className="desk-handle"
          aria-label={`Move ${name}`}
          aria-describedby={helpId}
          disabled={!canMove}
          {...reorder.handleOf(id)}
        >
          <LineDrawing path={GRIP} size={20} />
        </button>
        {hasPicture && (
          <span className="desk-picture">
            {cover ? (
              <ExperienceImage experience={cover} alt="" sizes="4.5rem" fill />
            ) : (
              <CategoryIcon icon={icon} size={28} />
            )}
          </span>
        )}
        <span className="desk-who">
          <InlineName name={name} maxLength={maxLength} onRename={onRename} />
          {detail}
        </span>
        <span className="desk-count">
          {itemCount} {itemCount === 1 ? 'tour' : 'tours'}
        </span>
        <IconButton icon="more" label={`Edit ${name}`} onClick={onEdit} />
      </div>
      {children}
    </li>
  );
}
