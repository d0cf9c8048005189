/** The rails of the home page, and collections, of the console. */
import { consoleCollections } from '#contract/console/collections.ts'
import { consoleHome } from '#contract/console/home.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  findCollectionFilms,
  findStaffCollection,
  hideCollection,
  type LiveCatalogue,
  listStaffCollections,
  listTitleChoices,
  orderCollections,
  removeCollection,
  saveCollection,
} from '#server/catalogue/catalogue.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  hideRail,
  listRails,
  orderRails,
  removeRail,
  resetRails,
  saveRail,
  unknownBrand,
} from '#server/site/site.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import {
  type PreviewedHome,
  collectionFieldsOf,
  presentCollection,
  presentListedCollection,
  presentPreview,
  presentRail,
  railFieldsOf,
} from './present-home.ts'

export interface HomeDeps extends ContentDeps {
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly television: Pick<LiveTelevision, 'now'>
  readonly home: PreviewedHome
}

export function homeEndpoints(deps: HomeDeps): readonly BoundEndpoint[] {
  return [
    ...bindConsole('consoleHome', consoleHome, railHandlers(deps)),
    ...bindConsole('consoleCollections', consoleCollections, collectionHandlers(deps)),
  ]
}

function railHandlers(deps: HomeDeps): ConsoleHandlers<typeof consoleHome> {
  const { db, clock, home } = deps
  return {
    list: async () => {
      const nowMs = clock.nowMs()
      const rails = await listRails(db)
      return respond({
        rails: rails.map((rail) => presentRail(rail, nowMs, !home.hasItems(rail, nowMs))),
        choices: await choicesOf(deps),
      })
    },
    preview: async ({ platform, language, audience, service_id: serviceId, at }) => {
      const nowMs = at === undefined ? clock.nowMs() : at * 1000
      const visit = { platform, language, audience, serviceId, nowMs }
      return respond({ rails: presentPreview(await home.preview(visit)) })
    },
    save: async (input, call) => {
      const { id, version } = input
      const unknown = await unknownBrand(db, input.brands)
      if (unknown !== undefined) return reject('brand_unknown', { values: { id: unknown } })
      const outcome = await saveRail(db, { id, version, fields: railFieldsOf(input) }, authorOf(call, deps))
      if (outcome.kind !== 'changed') return refusalOf(outcome)
      await recordSet(deps, 'home_rail_saved', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    order: async (input, call) => {
      const outcome = await orderRails(db, input, authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('order_changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind !== 'changed') return reject('rail_not_found')
      await recordSet(deps, 'home_ordered', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    hide: async ({ id, is_hidden: isHidden }, call) => {
      const outcome = await hideRail(db, id, isHidden, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('rail_not_found')
      await recordSet(deps, isHidden ? 'home_rail_hidden' : 'home_rail_shown', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
    remove: async ({ id }, call) => {
      const outcome = await removeRail(db, id, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('rail_not_found')
      await recordSet(deps, 'home_rail_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
    reset: async (_, call) => {
      const outcome = await resetRails(db, authorOf(call, deps))
      const changeId = outcome.kind === 'changed' ? outcome.changeId : 0
      await recordSet(deps, 'home_reset', call, changeId)
      return respond({ change_id: changeId, id: 0 })
    },
  }
}

type RailRefused = Exclude<Awaited<ReturnType<typeof saveRail>>, { readonly kind: 'changed' }>

function refusalOf(outcome: RailRefused) {
  switch (outcome.kind) {
    case 'not_found':
      return reject('rail_not_found')
    case 'changed_since':
      return reject('changed_since', { values: { who: outcome.who || '—' } })
    case 'period':
      return reject('period_wrong')
    case 'content_missing':
      return reject('rail_content_missing')
    case 'years':
      return reject('rail_years_wrong')
    case 'full':
      return reject('rails_full', { values: { limit: outcome.max } })
  }
}

/** What a rail may contain. */
async function choicesOf({ db, television }: HomeDeps) {
  const { genres } = await listTitleChoices(db)
  const { channels, categories } = television.now()
  const named = (id: number, { ru, uz }: { readonly ru: string; readonly uz: string }) => ({
    ...{ id, name_ru: ru || uz, name_uz: uz || ru },
  })
  return {
    collections: (await listStaffCollections(db)).map(({ id, name }) => named(id, name)),
    genres: [...genres],
    categories: categories.map(({ id, name }) => named(id, name)),
    channels: channels.map(({ cid, number, name }) => ({ ...named(cid, name), number })),
  }
}

function collectionHandlers(deps: HomeDeps): ConsoleHandlers<typeof consoleCollections> {
  const { db, catalogue } = deps
  return {
    list: async () => {
      const collections = await listStaffCollections(db)
      const firsts = collections.flatMap(({ vids: [first] }) => (first === undefined ? [] : [first]))
      const films = new Map((await findCollectionFilms(db, firsts)).map((film) => [film.vid, film]))
      return respond({
        collections: collections.map((one) => presentListedCollection(one, films.get(one.vids[0] ?? 0))),
      })
    },
    one: async ({ id }) => {
      const collection = await findStaffCollection(db, id)
      if (collection === undefined) return reject('collection_not_found')
      const films = await findCollectionFilms(db, collection.vids)
      const { isListed } = catalogue.now()
      return respond(presentCollection(collection, films, isListed))
    },
    save: async (input, call) => {
      const { id, version } = input
      const collection = { id, version, fields: collectionFieldsOf(input) }
      const outcome = await saveCollection(db, collection, authorOf(call, deps))
      switch (outcome.kind) {
        case 'not_found':
          return reject('collection_not_found')
        case 'film_not_found':
          return reject('film_not_found')
        case 'changed_since':
          return reject('changed_since', { values: { who: outcome.who || '—' } })
        case 'full':
          return reject('collections_full', { values: { limit: outcome.max } })
        case 'changed':
          await recordSet(deps, 'collection_saved', call, outcome.changeId)
          return respond({ change_id: outcome.changeId, id: outcome.id })
      }
    },
    order: async (input, call) => {
      const outcome = await orderCollections(db, input, authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('order_changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind !== 'changed') return reject('collection_not_found')
      await recordSet(deps, 'collections_ordered', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    hide: async ({ id, is_hidden: isHidden }, call) => {
      const outcome = await hideCollection(db, id, isHidden, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('collection_not_found')
      await recordSet(deps, isHidden ? 'collection_hidden' : 'collection_shown', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
    remove: async ({ id }, call) => {
      const outcome = await removeCollection(db, id, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('collection_not_found')
      await recordSet(deps, 'collection_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
  }
}
