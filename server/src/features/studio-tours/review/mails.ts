import type { Db } from '../../../database/database.ts';
import type { Mail } from '../../../gateways/mail.ts';
import type { MailJob } from '../../../jobs/jobs.ts';
import { type Block, type Brand, layOut, linkBlock, quoteBlock, textBlock } from '../../../mail/layout.ts';
import { findMember } from '../../accounts/service.ts';
import { nameOf } from '../service.ts';
import { findMailedTour, type MailedTour } from './submission-store.ts';

type ReviewMailJob = Extract<MailJob, { kind: 'tour-submitted' | 'tour-published' | 'tour-returned' }>;

const quoted = (note: string | null): Block[] => (note ? [quoteBlock(note)] : []);

interface Content {
  subject: string;
  heading: string;
  blocks: Block[];
}

async function submitted(
  db: Db,
  { publicUrl }: Brand,
  tour: MailedTour,
  { tourId, reviewsTours }: { tourId: string; reviewsTours: boolean },
): Promise<Content> {
  const name = (tour.submittedBy && (await nameOf(db, tour.submittedBy))) || 'A member of the team';
  const link = reviewsTours
    ? linkBlock('Look at it', `${publicUrl}/studio/reviews`)
    : linkBlock('Open the tour', `${publicUrl}/studio/tours/${tourId}?workspace=${tour.workspaceId}`);
  return {
    subject: `To be published: ${tour.title}`,
    heading: 'A tour waits to be published',
    blocks: [
      textBlock(`${name} has submitted the tour “${tour.title}”.`),
      ...quoted(tour.note),
      link,
      ...(reviewsTours ? [] : [textBlock('Every editor of the team may publish it.')]),
    ],
  };
}

function returned({ publicUrl }: Brand, tour: MailedTour, tourId: string): Content {
  return {
    subject: `Sent back: ${tour.title}`,
    heading: 'Your tour was sent back',
    blocks: [
      textBlock(`The tour “${tour.title}” was not published. This is to be changed first:`),
      ...quoted(tour.returnNote),
      linkBlock('Open the tour', `${publicUrl}/studio/tours/${tourId}?workspace=${tour.workspaceId}`),
    ],
  };
}

function published({ publicUrl }: Brand, tour: MailedTour): Content {
  return {
    subject: `Published: ${tour.title}`,
    heading: 'Your tour is published',
    blocks: [
      textBlock(`The tour “${tour.title}” that you submitted is published.`),
      ...(tour.slug === null ? [] : [linkBlock('See the tour', `${publicUrl}/experiences/vr/${tour.slug}`)]),
    ],
  };
}

/**
 * Writes a mail about a submitted tour.
 *
 * @param reviewsTours whether it waits for a reviewer, rather than for an editor
 * @returns undefined where there is nothing to be said any more
 */
export async function writeReviewMail(
  db: Db,
  brand: Brand,
  reviewsTours: boolean,
  job: ReviewMailJob,
): Promise<Mail | undefined> {
  const { tourId, memberId } = job;
  const [member, tour] = await Promise.all([findMember(db, memberId), findMailedTour(db, tourId)]);
  if (!member?.email || member.blocked_at !== null || tour === undefined) return undefined;
  const to = member.email;
  if (job.kind === 'tour-published') return { to, ...layOut(brand, published(brand, tour)) };
  if (job.kind === 'tour-returned')
    return tour.returnNote === null ? undefined : { to, ...layOut(brand, returned(brand, tour, tourId)) };
  const isWaiting = tour.revision === job.revision && tour.returnNote === null;
  return isWaiting
    ? { to, ...layOut(brand, await submitted(db, brand, tour, { tourId, reviewsTours })) }
    : undefined;
}
