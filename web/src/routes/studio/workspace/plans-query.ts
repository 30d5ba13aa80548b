import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api.ts';

/** All workspaces with their plans, and the plans there are; for the staff. */
export const plansQuery = queryOptions({
  queryKey: ['console-plans'],
  staleTime: 0,
  queryFn: async () => (await api('GET /api/console/plans', {})).data,
});
