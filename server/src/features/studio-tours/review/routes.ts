import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { revisionOf } from '../../../http/if-match.ts';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import type { PublicationDependencies } from '../publication.ts';
import { approve, listReviews, readReview, sendBack } from './reviews.ts';
import { submitTour, takeBack } from './submissions.ts';

/** Drafts that wait to be published, and what reviewers say of them. */
export async function reviewRoutes(
  app: FastifyInstance,
  { publication, siteName }: { publication: PublicationDependencies; siteName: string },
): Promise<void> {
  noStore(app);

  route(app, contract.submitStudioTour, ({ access, body, params, caller, request }) =>
    submitTour(publication, app.auditActorOf(request, caller), {
      workspaceId: access.workspaceId,
      ...params,
      ...body,
      revision: revisionOf(request),
    }),
  );

  route(app, contract.takeBackSubmission, ({ access, params, caller, request }) =>
    takeBack(publication, app.auditActorOf(request, caller), { workspaceId: access.workspaceId, ...params }),
  );

  route(app, contract.listReviews, ({ caller }) =>
    listReviews(publication, { siteName, memberId: caller.memberId }),
  );

  route(app, contract.getReview, ({ params, caller }) =>
    readReview(publication, params.tourId, { siteName, memberId: caller.memberId }),
  );

  route(app, contract.approveReview, async ({ body, params, caller, request }) => {
    await approve(publication, app.auditActorOf(request, caller), { ...params, ...body });
    return { message: 'The tour is published.' };
  });

  route(app, contract.returnReview, async ({ body, params, caller, request }) => {
    await sendBack(publication, app.auditActorOf(request, caller), { ...params, ...body });
    return { message: 'The tour is sent back.' };
  });
}
