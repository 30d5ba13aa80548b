import type { MediaLoader, Viewer } from '@oriel/viewer';
import type { DataBudget, DataUse } from '@oriel/viewer/budget';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { chooseToSaveData, savesData } from './data-saver.ts';

/** What the stage shows of a data budget, and the choice of it. */
export interface DataSaving {
  isOn: boolean;
  /** Undefined until something has been loaded. */
  use: DataUse | undefined;
  toggle: () => void;
  /** Loads what the scene in view needs. */
  lift: () => void;
}

/** Keeps a viewer to a data budget where the visitor saves data. @returns what to call with each new viewer, and what to show */
export function useDataBudget(
  viewer: RefObject<Viewer | null>,
): [attach: (created: Viewer | null) => void, saving: DataSaving] {
  const [isOn, setOn] = useState(false);
  const [use, setUse] = useState<DataUse>();
  const budget = useRef<() => Promise<DataBudget>>(undefined);

  const limit = useCallback(({ parts }: Viewer) => {
    let created: Promise<DataBudget> | undefined;
    const create = async () => {
      const { DataBudget, DEFAULT_BYTES } = await import('@oriel/viewer/budget');
      return new DataBudget(DEFAULT_BYTES, (use) => budget.current === open && setUse(use));
    };
    const open = () => {
      created ??= create().catch((error: unknown) => {
        // The next request tries again.
        created = undefined;
        throw error;
      });
      return created;
    };
    // What the viewer wants meanwhile waits for it.
    const loader: MediaLoader = { load: async (...request) => (await open()).load(...request) };
    budget.current = open;
    parts.options.budget = loader;
  }, []);
  const lift = useCallback(
    () =>
      void budget.current?.().then(
        (limited) => limited.lift(),
        () => {},
      ),
    [],
  );

  const attach = useCallback(
    (created: Viewer | null) => {
      if (created === null || !savesData()) return;
      limit(created);
      setOn(true);
    },
    [limit],
  );
  const saving = useMemo(
    () => ({
      isOn,
      use,
      lift,
      toggle: () => {
        const { current } = viewer;
        if (current === null) return;
        chooseToSaveData(!isOn);
        setOn(!isOn);
        setUse(undefined);
        if (!isOn) limit(current);
        else {
          current.parts.options.budget = undefined;
          lift();
        }
      },
    }),
    [isOn, use, lift, limit, viewer],
  );
  return [attach, saving];
}
