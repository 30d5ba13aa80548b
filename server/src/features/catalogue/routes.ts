import { createHash, randomBytes } from 'node:crypto';
import * as contract from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, memberIdOf } from '../../caller.ts';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../http/cookies.ts';
import { nextPage } from '../../http/next-page.ts';
import { sendMemberBody } from '../../http/response-cache-hooks.ts';
import { type HandlerInput, route } from '../../http/route.ts';
import { canonicalUrl } from '../../pages/canonical-url.ts';
import { sourceOf } from '../../rate-limit/client-source.ts';
import { findFormer, findSuccessor } from './lists/redirect-store.ts';
import { readPlaceSheet } from './place-sheet.ts';
import { presentCategory, presentSubcategory } from './presentation.ts';
import { type Liker, Reactions } from './reactions.ts';
import type { Catalogue, SharedPage } from './service.ts';
import * as store from './store.ts';
import { Suggestions } from './suggestions.ts';

const SESSION_COOKIE: HostCookie = { name: 'oriel_session', path: '/', sameSite: 'lax' };
const SESSION_TOKEN = /^[\w-]{22}$/;

/** Members like by their id; guests by a session of 128 random bits, which is started here if the request has none. */
function likerOf(caller: Caller, request: FastifyRequest, reply: FastifyReply, config: Config): Liker {
  if (caller.kind === 'member') return { memberId: caller.memberId };
  const session = hostCookieValues(config, request, SESSION_COOKIE).find((value) =>
    SESSION_TOKEN.test(value),
  );
  const token = session ?? randomBytes(16).toString('base64url');
  if (session === undefined) setHostCookie(config, reply, SESSION_COOKIE, token);
  return { sessionHash: createHash('sha256').update(token).digest(), source: sourceOf(request) };
}

function categoryNotFound(): AppError {
  return new AppError(404, 'category_not_found', 'There is no such category.');
}

/** The canonical URL: equal for requests with the same response. */
function keyOf(request: FastifyRequest): string {
  return canonicalUrl(request.url, request.knownParameters ?? []);
}

/** The estimated memory of rows with the JSON that is made of them, in up to four variants. */
const sizeOf = (rows: unknown): number => 8 * JSON.stringify(rows).length;

/** Everyone gets the same response. */
const SHARED = { sharedByGuests: true, sharedByMembers: true } as const;

/** Called after a member's view of an experience was counted. */
type OnViewed = (memberId: string, experienceId: number) => Promise<void>;

/** The endpoints of the catalogue. */
export async function catalogueRoutes(
  app: FastifyInstance,
  { catalogue, onViewed }: { catalogue: Catalogue; onViewed: OnViewed },
): Promise<void> {
  const { config, db } = app.dependencies;
  const reactions = new Reactions(db);
  const limit = { name: 'reaction', max: config.reactionsPerMinute, windowSeconds: 60 };

  route(app, contract.listCategories, SHARED, async () =>
    (await store.findCategories(db)).map(presentCategory),
  );

  /** The category with this id, or the one that it was merged into. */
  async function findCategory(id: number): Promise<store.StoredCategory> {
    const [category] = await store.findCategories(db, id);
    if (category !== undefined) return category;
    const successor = await findSuccessor(db, 'category', id);
    const [merged] = successor === undefined ? [] : await store.findCategories(db, successor);
    if (merged === undefined) throw categoryNotFound();
    return merged;
  }

  route(app, contract.getCategory, SHARED, async ({ params }) =>
    presentCategory(await findCategory(params.id)),
  );

  route(app, contract.listSubcategories, SHARED, async ({ params }) =>
    (await store.findSubcategories(db, (await findCategory(params.id)).id)).map(presentSubcategory),
  );

  route(app, contract.findFormerName, SHARED, async ({ query }) => {
    const kinds = query.of === 'tag' ? (['tag'] as const) : (['category', 'subcategory'] as const);
    for (const kind of kinds) {
      const found = await findFormer(db, kind, query.name);
      if (found !== undefined) return { name: found.name };
    }
    throw new AppError(404, 'name_not_found', 'Nothing had this name.');
  });

  route(app, contract.listTags, SHARED, async ({ query }) => ({
    tags: await store.findTags(db, {
      categoryId: query.categoryId,
      onlyActive: query.isActiveOnly ?? true,
    }),
  }));

  const suggestions = new Suggestions(db, () => app.responseCache.generation);
  route(app, contract.getSuggestions, SHARED, ({ query }) => suggestions.for(query.q ?? ''));

  route(app, contract.listCountries, SHARED, () => suggestions.countries());

  function sendPage(
    { caller, request, reply }: HandlerInput<typeof contract.listExperiences | typeof contract.listCards>,
    page: SharedPage,
  ) {
    if (caller.kind === 'guest') return catalogue.forGuests(page);
    return sendMemberBody(request, reply, caller, {
      bytes: () => sizeOf(page.cards.map(({ stored }) => stored)),
      for: (memberId) => catalogue.forMember(page, memberId),
    });
  }

  route(app, contract.listExperiences, { sharedByGuests: true }, async (input) => {
    const { query, request, reply } = input;
    const key = keyOf(request);
    const page = await catalogue.page(query, key);
    if (page.total !== undefined) reply.header('x-total-count', page.total);
    if (page.nextCursor !== undefined) reply.header('link', nextPage(key, page.nextCursor));
    return sendPage(input, page);
  });

  route(app, contract.listCards, { sharedByGuests: true }, async (input) =>
    sendPage(input, await catalogue.pageOf(input.query.ids, keyOf(input.request))),
  );

  route(app, contract.listPins, SHARED, async ({ query }) => ({ pins: await catalogue.pins(query) }));

  route(app, contract.getPlaceSheet, SHARED, ({ params }) =>
    app.responseCache.share(`sheet ${params.id}`, () => readPlaceSheet(db, params.id)),
  );

  async function sendDetail(
    {
      caller,
      request,
      reply,
    }: HandlerInput<typeof contract.getExperience | typeof contract.getLegacyExperience>,
    lookup: store.ExperienceLookup | undefined,
  ) {
    const detail = await catalogue.find(lookup, keyOf(request));
    if (caller.kind === 'guest') return catalogue.present(detail, undefined);
    return sendMemberBody(request, reply, caller, {
      bytes: () => sizeOf(detail),
      for: async (memberId) => Buffer.from(JSON.stringify(await catalogue.present(detail, memberId))),
    });
  }

  route(app, contract.getExperience, { sharedByGuests: true, isReadByOtherSites: true }, (input) =>
    sendDetail(input, store.experienceKey(input.params.id)),
  );

  route(app, contract.getLegacyExperience, { sharedByGuests: true }, (input) =>
    sendDetail(input, { column: 'legacy_id', value: input.params.legacyId }),
  );

  /** The id of an experience that the caller may see. @throws {AppError} 404 `experience_not_found` */
  async function findSeen(key: string, caller: Caller): Promise<number> {
    const open = await store.findOpenId(db, key);
    if (open !== undefined) return open;
    const hidden = await store.findExistingId(db, key);
    if (hidden === undefined) throw store.experienceNotFound();
    return (await catalogue.detail(hidden, memberIdOf(caller))).id;
  }

  route(app, contract.recordView, { limit }, async ({ params, caller, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const id = await findSeen(params.id, caller);
    const viewCount = await reactions.view(id);
    if (caller.kind === 'member') {
      // The view counts all the same.
      await onViewed(caller.memberId, id).catch((error: unknown) =>
        request.log.error({ err: error }, 'a view was not remembered for the member'),
      );
    }
    return { experience: { ...(await catalogue.card(id, memberIdOf(caller))), viewCount }, viewCount };
  });

  route(app, contract.likeExperience, { limit }, async ({ params, caller, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const id = await findSeen(params.id, caller);
    const likeCount = await reactions.like(id, likerOf(caller, request, reply, config));
    return {
      experience: { ...(await catalogue.card(id, memberIdOf(caller))), likeCount, isLiked: true },
      likeCount,
    };
  });
}
