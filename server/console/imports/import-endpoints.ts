/** Imports of the console: uploads, what they would change, and applying them. */
import { consoleImports as endpoints, draftItemsAtOnce, draftMarks } from '#contract/console/imports.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Fields } from '#server/changes/changes.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import {
  type Draft,
  type StoredItem,
  appendToDraft,
  applyDraft,
  checkDraft,
  discardDraft,
  fetchDraft,
  listDrafts,
  loadDraft,
  recordedWithDraft,
  startDraft,
} from '#server/imports/imports.ts'
import { readArchiveSizes } from '#server/console/channels/archive-sizes.ts'
import { forecastDraft } from './draft-disk.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { listGroupRules, mapGroups, removeGroupRule, shownFields } from '#server/television/television.ts'

export type ImportDeps = ContentDeps

export function importEndpoints(deps: ImportDeps): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = {
    ...uploadHandlers(deps),
    ...comparisonHandlers(deps),
    ...draftHandlers(deps),
  }
  return bindConsole('consoleImports', endpoints, handlers)
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

function uploadHandlers(deps: ContentDeps): Handlers<'start' | 'append' | 'fetch'> {
  const { db } = deps
  return {
    start: async ({ name, size_bytes: sizeBytes }, call) =>
      respond({ draft_id: await startDraft(db, { name, sizeBytes, ...authorOf(call, deps) }) }),
    append: async ({ draft_id: draftId, begins_at: beginsAt, bytes }) => {
      const outcome = await appendToDraft(db, draftId, beginsAt, Buffer.from(bytes, 'base64'))
      if (outcome.kind === 'not_found') return reject('draft_not_found')
      return respond({ received_bytes: outcome.receivedBytes })
    },
    fetch: async ({ address }, call) => {
      const outcome = await fetchDraft(db, { address, ...authorOf(call, deps) })
      if (outcome.kind === 'unreachable') return reject('list_unreachable')
      return respond({ draft_id: outcome.draftId })
    },
  }
}

function comparisonHandlers(
  deps: ContentDeps,
): Handlers<'check' | 'mapGroups' | 'groupRules' | 'forgetGroup'> {
  const { db, clock } = deps
  return {
    check: async ({ draft_id: draftId, record, own_groups: ownGroups }) => {
      const outcome = await checkDraft(db, draftId, { record, ownGroups }, clock.nowMs())
      switch (outcome.kind) {
        case 'not_found':
          return reject('draft_not_found')
        case 'incomplete':
          return reject('draft_incomplete')
        case 'checked':
          return respond({ draft_id: draftId })
      }
    },
    mapGroups: async ({ groups }, call) => {
      const rules = groups.map(({ group, category_id: categoryId }) => ({ group, categoryId }))
      const outcome = await mapGroups(db, rules, authorOf(call, deps))
      if (outcome.kind === 'full') return reject('categories_full', { values: { limit: outcome.max } })
      if (outcome.kind === 'unknown_category') return reject('category_not_found')
      const after = Object.fromEntries(groups.map(({ group, category_id: id }) => [group, id]))
      await recordGroups(deps, call, {}, after)
      return respond({ mapped: groups.length })
    },
    groupRules: async () => {
      const rules = await listGroupRules(db)
      return respond({
        rules: rules.map(({ group_name: group, category_id, staff_name }) => ({
          group,
          category_id,
          staff_name,
        })),
      })
    },
    forgetGroup: async ({ group }, call) => {
      if (!(await removeGroupRule(db, group))) return reject('group_not_found')
      await recordGroups(deps, call, { [group]: '' }, {})
      return respond({ group })
    },
  }
}

async function recordGroups(
  { audit }: ContentDeps,
  { staff, clientAddress: address }: ConsoleCall,
  before: Fields,
  after: Fields,
): Promise<void> {
  await audit.record({
    event: 'channel_groups_mapped',
    actor: 'staff',
    address,
    facts: {},
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      section: 'channels',
      subject: 'groups of lists',
      before,
      after,
    },
  })
}

function draftHandlers(deps: ImportDeps): Handlers<'list' | 'one' | 'apply' | 'discard'> {
  const { db, clock } = deps
  return {
    list: async () => respond({ drafts: (await listDrafts(db)).map(presentDraft) }),
    one: async ({ draft_id: draftId, view, from_item: fromItem }) => {
      const loaded = await loadDraft(db, draftId, { view, fromItem, limit: draftItemsAtOnce })
      if (loaded === undefined) return reject('draft_not_found')
      const { draft, items, counts, comparison } = loaded
      return respond({
        draft: presentDraft(draft),
        items: items.map(presentItem),
        counts,
        comparison,
        refused: fromItem > 0 ? [] : draft.refused.map(presentRefused),
        groups: fromItem > 0 ? [] : [...draft.groups],
        disk:
          fromItem > 0 || draft.state !== 'open'
            ? null
            : forecastDraft(await recordedWithDraft(db, draftId), await readArchiveSizes(db)),
      })
    },
    apply: async ({ draft_id: draftId, ...taken }, call) => {
      const outcome = await applyDraft(db, draftId, taken, authorOf(call, deps))
      switch (outcome.kind) {
        case 'not_found':
          return reject('draft_not_found')
        case 'nothing_taken':
          return reject('draft_nothing_taken')
        case 'outdated':
          return reject('draft_outdated')
        case 'applied':
          await recordSet(deps, 'channels_imported', call, outcome.changeId)
          return respond({ change_id: outcome.changeId, changed: outcome.changed })
      }
    },
    discard: async ({ draft_id: draftId }) => {
      if (!(await discardDraft(db, draftId, clock.nowMs()))) return reject('draft_not_found')
      return respond({ draft_id: draftId })
    },
  }
}

function presentDraft(draft: Draft) {
  return {
    draft_id: draft.id,
    name: draft.name,
    state: draft.state === 'open' ? ('open' as const) : ('applied' as const),
    record: draft.record,
    own_groups: draft.own_groups,
    staff_name: draft.staff_name,
    made_at: Math.floor(draft.made_at.getTime() / 1000),
    refused_whole: draft.refused_whole,
    refused_count: draft.refused.length,
    unchanged: draft.unchanged,
    change_id: draft.change_id,
  }
}

function presentItem(item: StoredItem) {
  const shown = (fields: StoredItem['before']) => (fields === null ? null : { ...shownFields(fields) })
  return {
    item: item.item,
    kind: item.kind,
    cid: item.channel_id,
    label: item.label,
    before: shown(item.before),
    after: shown(item.after),
    marks: draftMarks.filter((mark) => item.marks.includes(mark)),
    similar_to: item.similar_to,
  }
}

function presentRefused({ where, what, why }: Draft['refused'][number]) {
  return { line: Number(/\d+/.exec(where)?.[0] ?? 0), what, why }
}
