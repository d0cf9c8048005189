import type { consoleChannels as endpoints } from '#contract/console/channels.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleCall, ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import {
  type CategoryChanged,
  type CategoryRefused,
  orderCategories,
  removeCategory,
  saveCategory,
} from '#server/television/television.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'

export function categoryHandlers(
  deps: ContentDeps,
): ConsoleHandlers<typeof endpoints, 'saveCategory' | 'orderCategories' | 'removeCategory'> {
  const { db } = deps
  return {
    saveCategory: async ({ category_id: id, name_ru: nameRu, name_uz: nameUz }, call) => {
      const outcome = await saveCategory(db, { id, nameRu, nameUz }, authorOf(call, deps))
      if (outcome.kind === 'named') return reject('category_named')
      if (outcome.kind === 'full') return reject('categories_full', { values: { limit: outcome.max } })
      if (outcome.kind !== 'changed') return reject('category_not_found')
      await recordSet(deps, 'channel_category_saved', call, outcome.changeId)
      return respond({ category_id: outcome.categoryId, change_id: outcome.changeId })
    },
    orderCategories: async ({ category_ids: ids }, call) =>
      settled(deps, 'channel_categories_ordered', call, await orderCategories(db, ids, authorOf(call, deps))),
    removeCategory: async ({ category_id: id, into_category_id: into }, call) => {
      const outcome = await removeCategory(db, id, into, authorOf(call, deps))
      if (outcome.kind === 'fixed') return reject('category_fixed')
      return settled(deps, 'channel_category_removed', call, outcome)
    },
  }
}

async function settled(
  deps: ContentDeps,
  event: string,
  call: ConsoleCall,
  outcome: CategoryChanged | CategoryRefused,
) {
  if (outcome.kind !== 'changed') return reject('category_not_found')
  await recordSet(deps, event, call, outcome.changeId)
  return respond({ change_id: outcome.changeId, changed: outcome.changed })
}
