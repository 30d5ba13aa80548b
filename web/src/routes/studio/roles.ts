import { api } from '../../api.ts';

/** What a member may do where. */
export const rolesQuery = {
  queryKey: ['roles'],
  queryFn: async () => (await api('GET /api/studio/workspaces', {})).data,
};
