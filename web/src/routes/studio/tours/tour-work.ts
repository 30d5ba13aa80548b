import type { Permission, StudioTour, TourDraft } from '@oriel/contract';
import { createContext, useContext } from 'react';
import type { DraftSnapshot, DraftStore } from './draft/draft-store.ts';

type Path = StudioTour['problems'][number]['path'];

/** What the parts of a tour's page share. */
export interface TourWork {
  store: DraftStore;
  snapshot: DraftSnapshot;
  workspace: string;
  tourId: string;
  may: (permission: Permission) => boolean;
  /** Whether the person has asked for publication, so that what is missing is marked as a mistake. */
  isChecked: boolean;
}

export const TourWorkContext = createContext<TourWork | undefined>(undefined);

/** The tour of the page. */
export function useTourWork(): TourWork {
  const work = useContext(TourWorkContext);
  if (work === undefined) throw new Error('there is no tour here');
  return work;
}

/** The id of the element at a place in the draft. */
export const placeId = (path: Path): string => `draft-${path.join('-')}`;

/** Puts the focus where a problem is: on its field, or on the nearest thing around it. */
export function focusPlace(path: Path): void {
  for (let length = path.length; length > 0; length -= 1) {
    const element = document.getElementById(placeId(path.slice(0, length)));
    if (element === null) continue;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
    return;
  }
}

/** A member of the draft as a field shows and changes it. */
export function useMember<Name extends keyof TourDraft>(name: Name, label: string) {
  const { store, snapshot, may, isChecked } = useTourWork();
  const { draft, refusal, tour } = snapshot;
  const refused = refusal?.field.split('.')[0] === name ? refusal.sentence : undefined;
  const missing = tour.problems.find(({ path }) => path.length === 1 && path[0] === name)?.message;
  return {
    id: placeId([name]),
    value: draft[name],
    disabled: !may('tour.write'),
    error: refused ?? (isChecked ? missing : undefined),
    /** What is missing before anybody has asked for publication. */
    missing: isChecked ? undefined : missing,
    set: (value: TourDraft[Name]) =>
      store.change((before) => (before[name] === value ? before : { ...before, [name]: value }), {
        label: `Change the ${label.toLowerCase()}`,
        mergeKey: name,
      }),
  };
}
