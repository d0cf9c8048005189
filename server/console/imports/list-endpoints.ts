/** Lists of channels that are fetched again and again. */
import { consoleLists as endpoints } from '#contract/console/lists.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Fields } from '#server/changes/changes.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf } from '#server/console/changes/record-set.ts'
import { recordApplied } from '#server/editing/editing.ts'
import {
  type ListSource,
  addListSource,
  changeListSource,
  listListSources,
  refreshList,
  removeListSource,
  shownAddress,
} from '#server/imports/imports.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface ListDeps extends ContentDeps {
  readonly log: Log
}

export function listEndpoints(deps: ListDeps): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = { ...readHandlers(deps), ...changeHandlers(deps) }
  return bindConsole('consoleLists', endpoints, handlers)
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

function readHandlers(deps: ListDeps): Handlers<'list' | 'refresh'> {
  return {
    list: async () => respond({ lists: (await listListSources(deps.db)).map(presentList) }),
    refresh: async ({ list_id: listId }) => {
      const refreshed = await refreshList(listId, { ...deps, onApplied: recordApplied(deps) })
      if (refreshed !== undefined) return respond({ outcome: refreshed.outcome, draft_id: refreshed.draftId })
      // The job of this minute is at it: what became of it is in the list a moment later.
      const source = (await listListSources(deps.db)).find(({ id }) => id === listId)
      if (source === undefined) return reject('list_not_found')
      return respond({ outcome: 'waiting', draft_id: source.draft_id })
    },
  }
}

function changeHandlers(deps: ListDeps): Handlers<'add' | 'change' | 'remove'> {
  const { db } = deps
  return {
    add: async ({ address, ...input }, call) => {
      const outcome = await addListSource(db, { address, ...settingsOf(input) }, authorOf(call, deps))
      if (outcome.kind === 'twice') return reject('list_twice')
      if (outcome.kind === 'full') return reject('lists_full', { values: { limit: outcome.max } })
      await record(deps, call, outcome.id, {}, { address: shownAddress(address), ...input })
      return respond({ list_id: outcome.id })
    },
    change: async ({ list_id: listId, ...input }, call) => {
      const before = (await listListSources(db)).find(({ id }) => id === listId)
      const changes = changesOf(input)
      if (before === undefined || !(await changeListSource(db, listId, changes, authorOf(call, deps))))
        return reject('list_not_found')
      const after = (await listListSources(db)).find(({ id }) => id === listId) ?? before
      await record(deps, call, listId, factsOf(before), factsOf(after))
      return respond({ list_id: listId })
    },
    remove: async ({ list_id: listId }, call) => {
      const removed = await removeListSource(db, listId)
      if (removed === undefined) return reject('list_not_found')
      await record(deps, call, listId, factsOf(removed), {})
      return respond({ list_id: listId })
    },
  }
}

interface SettingsInput {
  readonly every_min: number
  readonly applies: boolean
  readonly record: boolean
  readonly own_groups: boolean
}

function settingsOf({ every_min: everyMin, applies, record: records, own_groups: ownGroups }: SettingsInput) {
  return { everyMin, applies, record: records, ownGroups }
}

type ChangesInput = { readonly [Name in keyof SettingsInput]?: SettingsInput[Name] | undefined }

function changesOf({ every_min: everyMin, own_groups: ownGroups, ...same }: ChangesInput) {
  return {
    ...(everyMin === undefined ? {} : { everyMin }),
    ...(same.applies === undefined ? {} : { applies: same.applies }),
    ...(same.record === undefined ? {} : { record: same.record }),
    ...(ownGroups === undefined ? {} : { ownGroups }),
  }
}

function factsOf({ address, every_min, applies, record: records, own_groups }: ListSource): Fields {
  return { address: shownAddress(address), every_min, applies, record: records, own_groups }
}

async function record(
  { audit }: ListDeps,
  { staff, clientAddress: address }: ConsoleCall,
  listId: number,
  before: Fields,
  after: Fields,
): Promise<void> {
  await audit.record({
    event: 'channel_list_changed',
    actor: 'staff',
    address,
    facts: { list: listId },
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      section: 'channels',
      subject: `list ${listId}`,
      before,
      after,
    },
  })
}

function presentList(source: ListSource) {
  const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)
  return {
    list_id: source.id,
    address: shownAddress(source.address),
    every_min: source.every_min,
    applies: source.applies,
    record: source.record,
    own_groups: source.own_groups,
    staff_name: source.staff_name,
    outcome: source.outcome,
    refusal: source.refusal,
    draft_id: source.draft_id,
    tried_at: source.tried_at === null ? null : seconds(source.tried_at),
    next_at: seconds(source.next_at),
  }
}
