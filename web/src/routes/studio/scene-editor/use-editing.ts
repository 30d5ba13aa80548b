import type { Viewer } from '@oriel/viewer';
import { type EditedScene, type Editing, type EditingOptions, editScene } from '@oriel/viewer/editing';
import { useEffect, useRef, useState } from 'react';

/** Keeps handles over what the viewer shows; none while there is nothing to edit. */
export function useEditing(
  viewer: Viewer | null,
  edited: EditedScene | undefined,
  options: EditingOptions,
): Editing | undefined {
  const latest = useRef(options);
  const [editing, setEditing] = useState<Editing>();
  useEffect(() => {
    latest.current = options;
  });
  const isOn = edited !== undefined;
  useEffect(() => {
    if (!viewer || !isOn) return;
    const created = editScene(viewer, {
      onPick: (direction) => latest.current.onPick(direction),
      onSelect: (id) => latest.current.onSelect(id),
      onMove: (...moved) => latest.current.onMove(...moved),
      onRemove: (id) => latest.current.onRemove(id),
      onEdge: (...moved) => latest.current.onEdge?.(...moved),
      onLeave: () => latest.current.onLeave?.(),
    });
    setEditing(created);
    return () => {
      setEditing(undefined);
      created.destroy();
    };
  }, [viewer, isOn]);
  useEffect(() => {
    if (edited) editing?.show(edited);
  }, [editing, edited]);
  return editing;
}
