import type { ReactNode } from 'react';

/** What the controls say about a tour; texts are ready to show. */
export interface TourInfo {
  name: string;
  place: string | undefined;
  description: string;
  category: string;
  /** Such as "1.2K views". */
  views: string;
  likeButton: ReactNode;
}
