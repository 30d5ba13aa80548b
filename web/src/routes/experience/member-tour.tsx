import type { ExperienceDetail } from '@oriel/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router';
import { ApiError, api } from '../../api.ts';
import { nameOf } from '../../features/catalogue/heading.ts';
import { memberTourQuery } from '../../features/catalogue/queries.ts';
import { useSession } from '../../session/session.tsx';

interface Props {
  /** Shown while nothing else is known, and where the member does not see it either. */
  missing: ReactNode;
  children: (experience: ExperienceDetail) => ReactNode;
}

/** A tour that strangers do not see: its team's, or one that the member has unlocked before it was hidden. */
export function MemberTour({ missing, children }: Props) {
  const { slug = '' } = useParams();
  const { user } = useSession();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['hidden-experience', slug, user?.id],
    queryFn: async ({ signal }) => {
      try {
        const { data: own } = await api('GET /api/vr360/:id', { params: { id: slug }, signal });
        queries.setQueryData(memberTourQuery(own, user?.id).queryKey, own);
        return own;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) document.title = nameOf(data);
  }, [data]);
  return data ? children(data) : missing;
}
