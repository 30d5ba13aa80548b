import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** What a member may do where. */
export const rolesQuery = {
  queryKey: ['roles'],
  queryFn: async () => (await api('GET /api/studio/workspaces', {})).data,
};

/** Whether reviewers look at tours before they are published. */
export const useReviewsTours = (): boolean => useQuery(rolesQuery).data?.reviewsTours === true;
