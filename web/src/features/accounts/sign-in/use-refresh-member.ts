import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../../api.ts';
import { useSession } from '../../../session/session.tsx';
import { refreshTokens } from '../../../session/token-summary.ts';

export function useRefreshMember(): () => Promise<void> {
  const { updateUser } = useSession();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const tokens = refreshTokens(queryClient);
    try {
      updateUser((await api('GET /api/auth/me', {})).data.user);
    } catch (error) {
      console.warn('Unable to fetch profile', error);
    }
    await tokens;
  }, [updateUser, queryClient]);
}
