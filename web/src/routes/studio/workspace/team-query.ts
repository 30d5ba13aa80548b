import { teamOf } from '../people.ts';

/** The team of a workspace, by role and name; the same as on the page of the team. */
export function teamQuery(workspace: string) {
  const team = teamOf(workspace);
  return { queryKey: ['people', team.key], queryFn: () => team.list(), staleTime: 0 };
}
