import type { DeskCategory, DeskSubcategory, DeskTag } from '@oriel/contract';
import * as contract from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { revisionOf } from '../../http/if-match.ts';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import type { ListKind, lists } from '../catalogue/service.ts';
import type { DeskContext } from './context.ts';
import { changeList, createList, deleteList, readLists } from './desk.ts';
import { mergeLists, previewMerge } from './merge.ts';
import { presentCategory, presentSubcategory, presentTag } from './presentation.ts';

const CATEGORY = {
  create: contract.createDeskCategory,
  change: contract.changeDeskCategory,
  remove: contract.deleteDeskCategory,
  preview: contract.previewCategoryMerge,
  merge: contract.mergeCategory,
};
const SUBCATEGORY = {
  create: contract.createDeskSubcategory,
  change: contract.changeDeskSubcategory,
  remove: contract.deleteDeskSubcategory,
  preview: contract.previewSubcategoryMerge,
  merge: contract.mergeSubcategory,
};
const TAG = {
  create: contract.createDeskTag,
  change: contract.changeDeskTag,
  remove: contract.deleteDeskTag,
  preview: contract.previewTagMerge,
  merge: contract.mergeTag,
};

/** The desk at which the staff looks after categories, subcategories and tags. */
export async function catalogueDeskRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.dependencies;
  noStore(app);
  const contextOf = (request: FastifyRequest, caller: { memberId: string }): DeskContext => ({
    db,
    cache: app.responseCache,
    actor: app.auditActorOf(request, caller),
  });

  route(app, contract.listDeskCategories, async () => ({
    categories: (await readLists(db, 'category')).map(presentCategory),
  }));
  route(app, contract.listDeskSubcategories, async () => ({
    subcategories: (await readLists(db, 'subcategory')).map(presentSubcategory),
  }));
  route(app, contract.listDeskTags, async () => ({ tags: (await readLists(db, 'tag')).map(presentTag) }));

  function register<T extends DeskCategory | DeskSubcategory | DeskTag>(
    kind: ListKind,
    endpoints: typeof CATEGORY | typeof SUBCATEGORY | typeof TAG,
    present: (list: lists.StoredList) => T,
  ): void {
    route(app, endpoints.create, async ({ body, caller, request }) =>
      present(await createList(contextOf(request, caller), kind, body)),
    );
    route(app, endpoints.change, async ({ params: { id }, body, caller, request }) => {
      const place = { kind, id, revision: revisionOf(request) };
      return present(await changeList(contextOf(request, caller), place, body));
    });
    route(app, endpoints.remove, async ({ params: { id }, caller, request }) => {
      await deleteList(contextOf(request, caller), { kind, id, revision: revisionOf(request) });
      return { message: `The ${kind} is deleted.` };
    });
    route(app, endpoints.preview, ({ params: { id }, query: { into } }) => previewMerge(db, kind, id, into));
    route(app, endpoints.merge, ({ params: { id }, body: { into }, caller, request }) =>
      mergeLists(contextOf(request, caller), { kind, id, revision: revisionOf(request) }, into),
    );
  }

  register('category', CATEGORY, presentCategory);
  register('subcategory', SUBCATEGORY, presentSubcategory);
  register('tag', TAG, presentTag);
}
