import type { Problem, Review, ReviewSummary, StudioTour } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { race } from '../../../../testing/index.ts';
import type { Mail } from '../../../gateways/mail.ts';
import type { MailJob } from '../../../jobs/jobs.ts';
import { aTour } from '../drafts.fixture.ts';
import { keepSchedules } from '../due-schedules.ts';
import { usePublisher } from '../publication.fixture.ts';

type Answer = StudioTour & Problem;

/** Requests about submissions, and the mails that they cause. */
function submissionsOf({ site, cast, send, draft }: ReturnType<typeof usePublisher>) {
  const aDraft = async () => (await send('POST', '', { body: draft() })).body;
  return {
    aDraft,
    submit: (id: string, revision = 1, note = '') =>
      send<Answer>('POST', `/${id}/submission`, {
        body: { note },
        revision,
        as: cast.roles.contributor,
      }),
    console: <T>(method: string, path: string, body?: object, as = cast.staff.reviewer) =>
      site.send<T & Problem>(method as 'GET', `/api/console/reviews${path}`, {
        token: as.token,
        ...(body && { body }),
      }),
    audit: async (id: string) =>
      (
        await site.db
          .selectFrom('audit_events')
          .select('action')
          .where('subject_id', '=', id)
          .orderBy('id')
          .execute()
      ).map(({ action }) => action),
    mailed: (id: string) =>
      site.jobs.added.flatMap(({ name, payload }) =>
        name === 'mail' && 'tourId' in payload && payload.tourId === id ? [payload] : [],
      ),
  };
}

describe('with a review before publication', () => {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => undefined };
  const publisher = usePublisher({ config: { reviewsTours: true }, mailer });
  const { site, cast, send, detail } = publisher;
  const { aDraft, submit, console, audit, mailed } = submissionsOf(publisher);

  it('nobody publishes or schedules without it', async () => {
    const { id } = await aDraft();
    const refused = await send<Answer>('POST', `/${id}/publication`, { revision: 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'review_required' } });
    const publishAt = new Date(Date.now() + 600_000).toISOString();
    const scheduled = await send<Answer>('POST', `/${id}/schedule`, { body: { publishAt }, revision: 1 });
    expect(scheduled).toMatchObject({ status: 409, body: { code: 'review_required' } });
    expect((await detail()).status).toBe(404);
  });

  it('a schedule from before does not publish', async () => {
    const { id } = await aDraft();
    await site.db
      .updateTable('studio_tours')
      .set({ publish_at: new Date(Date.now() - 60_000), scheduled_by: cast.roles.editor.user.id })
      .where('id', '=', id)
      .execute();
    const dependencies = { ...site.app.dependencies, reviewsTours: true };
    await keepSchedules(
      { ...dependencies, responseCache: site.app.responseCache },
      () => false,
      () => {},
    );
    const { body } = await send('GET', `/${id}`);
    expect(body.scheduleProblem?.message).toContain('Please submit the draft.');
    expect((await detail()).status).toBe(404);
  });

  it('what is published is exactly what was submitted', async () => {
    const { id } = await aDraft();
    const submitted = await submit(id, 1, 'For Monday, please.');
    expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
    expect(submitted.body.submission).toMatchObject({
      state: 'waiting',
      revision: 1,
      note: 'For Monday, please.',
    });
    await send('PATCH', `/${id}`, { body: { title: 'Not looked at' }, revision: 1 });
    const { reviews } = (await console<{ reviews: ReviewSummary[] }>('GET', '')).body;
    expect(reviews.find(({ tourId }) => tourId === id)).toMatchObject({
      title: 'Seaside rooms',
      workspace: { id: cast.workspace, name: 'Oriel' },
      submittedBy: { name: 'Workspace contributor Berg' },
      isUpdate: false,
    });
    const review = (await console<Review>('GET', `/${id}`)).body;
    expect(review).toMatchObject({ draft: { title: 'Seaside rooms' }, published: null, problems: [] });
    expect((await console('POST', `/${id}/approval`, { revision: 1 })).status).toBe(200);
    expect((await detail()).body.title).toBe('Seaside rooms');
    const tour = (await send('GET', `/${id}`)).body;
    expect(tour).toMatchObject({ state: 'published', revision: 2, publishedRevision: 1, submission: null });
    expect(await audit(id)).toEqual(['tour.created', 'tour.submitted', 'tour.changed', 'tour.published']);
    const { staff, roles } = cast;
    const readers = [staff.owner, staff.operator, staff.reviewer].map(({ user }) => user.id);
    const jobs = mailed(id);
    expect(
      jobs
        .filter(({ kind }) => kind === 'tour-submitted')
        .map((job) => 'memberId' in job && job.memberId)
        .sort(),
    ).toEqual(readers.sort());
    expect(jobs.at(-1)).toEqual({ kind: 'tour-published', tourId: id, memberId: roles.contributor.user.id });
  });

  it('a tour is sent back with a note, and submitted again', async () => {
    const { id } = await aDraft();
    await submit(id);
    expect((await console('POST', `/${id}/return`, { revision: 1, note: ' ' })).status).toBe(400);
    const note = 'The guests at the window have to be blurred.';
    expect((await console('POST', `/${id}/return`, { revision: 1, note })).status).toBe(200);
    const { body } = await send('GET', `/${id}`);
    expect(body.submission).toMatchObject({ state: 'returned', returnNote: note });
    expect((await console('GET', `/${id}`)).body.code).toBe('not_submitted');
    expect((await console('POST', `/${id}/approval`, { revision: 1 })).body.code).toBe('not_submitted');
    expect(mailed(id).at(-1)).toMatchObject({ kind: 'tour-returned' });
    await send('PATCH', `/${id}`, { body: { title: 'Blurred rooms' }, revision: 1 });
    expect((await submit(id, 1)).body.code).toBe('revision_conflict');
    expect((await submit(id, 2)).body.submission).toMatchObject({ state: 'waiting', returnNote: null });
    // The reviewer has looked at the revision before.
    expect((await console('POST', `/${id}/approval`, { revision: 1 })).body.code).toBe('submission_changed');
    await console('POST', `/${id}/approval`, { revision: 2 });
    expect((await detail()).body.title).toBe('Blurred rooms');
    expect(await audit(id)).toEqual([
      'tour.created',
      'tour.submitted',
      'tour.returned',
      'tour.changed',
      'tour.submitted',
      'tour.published',
    ]);
  });

  it('only complete drafts are submitted, and they can be taken back', async () => {
    const { id } = await aDraft();
    await send('PATCH', `/${id}`, { body: { price: null }, revision: 1 });
    expect((await submit(id, 2)).body.code).toBe('tour_incomplete');
    await send('PATCH', `/${id}`, { body: { price: 5 }, revision: 2 });
    await submit(id, 3);
    const { contributor } = cast.roles;
    expect((await send('DELETE', `/${id}/submission`, { as: contributor })).body.submission).toBeNull();
    const again = await send<Answer>('DELETE', `/${id}/submission`, { as: contributor });
    expect(again).toMatchObject({ status: 404, body: { code: 'not_submitted' } });
    expect((await console('POST', `/${id}/approval`, { revision: 3 })).status).toBe(404);
  });

  it('S5: nobody approves what they have submitted, unless no other reviewer is there', async () => {
    const { reviewer, owner } = cast.staff;
    const asContributor = { workspace_id: cast.workspace, role: 'contributor' as const };
    await site.db
      .insertInto('workspace_members')
      .values([reviewer, owner].map(({ user }) => ({ ...asContributor, member_id: user.id })))
      .execute();
    const submitAs = async (as: typeof owner) => {
      const { id } = await aDraft();
      await send<Answer>('POST', `/${id}/submission`, { body: { note: '' }, revision: 1, as });
      return id;
    };
    const isForOthers = async (id: string, as: typeof owner) =>
      (await console<Review>('GET', `/${id}`, undefined, as)).body.needsAnother;
    const approve = (id: string, as: typeof owner) => console('POST', `/${id}/approval`, { revision: 1 }, as);

    const id = await submitAs(reviewer);
    expect([await isForOthers(id, reviewer), await isForOthers(id, owner)]).toEqual([true, false]);
    const refused = await approve(id, reviewer);
    expect([refused.status, refused.body.code]).toEqual([403, 'own_submission']);
    expect(refused.body.detail).toContain('another reviewer');
    expect((await detail()).status).toBe(404);

    const others = await site.db.deleteFrom('staff').where('role', '!=', 'owner').returningAll().execute();
    const own = await submitAs(owner);
    expect(await isForOthers(own, owner)).toBe(false);
    expect((await approve(own, owner)).status).toBe(200);
    expect((await detail()).status).toBe(200);
    await site.db
      .insertInto('staff')
      .values(others.map(({ member_id, role }) => ({ member_id, role })))
      .execute();
  });

  it('S5: what was submitted with a picture that is blurred since is sent back', async () => {
    const asset = await publisher.takePicture(2112);
    const { id } = (await send('POST', '', { body: publisher.draft({ document: aTour(asset) }) })).body;
    await submit(id);
    const region = {
      yaw: 60,
      pitch: -20,
      width: 8,
      height: 3,
      shape: 'rectangle',
      origin: 'drawn',
      isBlurred: true,
    };
    const signed = await site.send(
      'POST',
      `/api/studio/privacy-checks/${asset}/statement?workspace=${cast.workspace}`,
      { token: cast.roles.editor.token, body: { basis: 'no-people', regions: [region] } },
    );
    expect(signed.status).toBe(200);
    await site.handlers.privacy({ workspaceId: cast.workspace, asset });
    expect((await console('GET', `/${id}`)).status).toBe(404);
    expect((await console('POST', `/${id}/approval`, { revision: 1 })).body.code).toBe('not_submitted');
    const { body } = await send('GET', `/${id}`);
    expect(body).toMatchObject({
      revision: 2,
      submission: {
        state: 'returned',
        returnNote: expect.stringContaining('blurred after it was submitted'),
      },
    });
    expect(mailed(id).at(-1)).toMatchObject({
      kind: 'tour-returned',
      memberId: cast.roles.contributor.user.id,
    });
    await submit(id, 2);
    expect((await console('POST', `/${id}/approval`, { revision: 2 })).status).toBe(200);
    expect((await detail()).status).toBe(200);
  });

  it('one of two reviewers at the same time decides', async () => {
    const { id } = await aDraft();
    await submit(id);
    const results = await race(6, (index) =>
      index % 2 === 0
        ? console('POST', `/${id}/approval`, { revision: 1 })
        : console('POST', `/${id}/return`, { revision: 1, note: 'No.' }),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    const decisions = (await audit(id)).filter((action) => /published|returned/.test(action));
    expect(decisions).toHaveLength(1);
  });

  it('the mails name the tour, the notes and the pages', async () => {
    const { id } = await aDraft();
    await submit(id, 1, 'For Monday, please.');
    const { reviewer } = cast.staff;
    const { contributor } = cast.roles;
    const write = async (job: MailJob) => {
      sent.length = 0;
      await site.handlers.mail(job);
      return sent[0];
    };
    const submitted = {
      kind: 'tour-submitted',
      tourId: id,
      revision: 1,
      memberId: reviewer.user.id,
    } as const;
    const mail = await write(submitted);
    expect(mail).toMatchObject({ to: reviewer.email, subject: 'To be published: Seaside rooms' });
    expect(mail?.text).toContain('For Monday, please.');
    expect(mail?.text).toContain('/studio/reviews');
    await console('POST', `/${id}/return`, { revision: 1, note: 'The lobby is crooked.' });
    expect(await write(submitted)).toBeUndefined();
    const back = await write({ kind: 'tour-returned', tourId: id, memberId: contributor.user.id });
    expect(back).toMatchObject({ to: contributor.email, subject: 'Sent back: Seaside rooms' });
    expect(back?.text).toContain('The lobby is crooked.');
  });
});

describe('without a review', () => {
  const publisher = usePublisher();
  const { cast, send, detail } = publisher;
  const { aDraft, submit, console, mailed } = submissionsOf(publisher);

  it('a draft waits for an editor of the workspace, who publishes what it has become', async () => {
    const { id } = await aDraft();
    expect((await submit(id)).body.submission?.state).toBe('waiting');
    const { roles } = cast;
    const editors = [roles.owner, roles.admin, roles.editor].map(({ user }) => user.id);
    expect(
      mailed(id)
        .map((job) => 'memberId' in job && job.memberId)
        .sort(),
    ).toEqual(editors.sort());
    await send('PATCH', `/${id}`, { body: { title: 'With a last touch' }, revision: 1 });
    const published = await send<Answer>('POST', `/${id}/publication`, { revision: 2 });
    expect(published.body).toMatchObject({ state: 'published', submission: null });
    expect((await detail()).body.title).toBe('With a last touch');
    expect(mailed(id).at(-1)).toMatchObject({
      kind: 'tour-published',
      memberId: roles.contributor.user.id,
    });
  });

  it('reviewers of the installation have nothing to do', async () => {
    const { id } = await aDraft();
    await submit(id);
    expect((await console<{ reviews: object[] }>('GET', '')).body.reviews).toEqual([]);
    expect((await console('GET', `/${id}`)).status).toBe(404);
    expect((await console('POST', `/${id}/approval`, { revision: 1 })).status).toBe(404);
    expect((await console('POST', `/${id}/return`, { revision: 1, note: 'No.' })).status).toBe(404);
  });
});
