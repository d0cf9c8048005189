/** Imports of the console: uploads, what they would change, and applying them. */
import { consoleImports as endpoints, draftItemsAtOnce } from '#contract/console/imports.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
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
  startDraft,
} from '#server/imports/imports.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { shownFields } from '#server/television/television.ts'

export function importEndpoints(deps: ContentDeps): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = { ...uploadHandlers(deps), ...draftHandlers(deps) }
  return bindConsole('consoleImports', endpoints, handlers)
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

function uploadHandlers(deps: ContentDeps): Handlers<'start' | 'append' | 'fetch' | 'check'> {
  const { db, clock } = deps
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
  }
}

function draftHandlers(deps: ContentDeps): Handlers<'list' | 'one' | 'apply' | 'discard'> {
  const { db, clock } = deps
  return {
    list: async () => respond({ drafts: (await listDrafts(db)).map(presentDraft) }),
    one: async ({ draft_id: draftId, from_item: fromItem }) => {
      const loaded = await loadDraft(db, draftId, fromItem, draftItemsAtOnce)
      if (loaded === undefined) return reject('draft_not_found')
      const { draft, items, counts } = loaded
      const count = (kind: StoredItem['kind']) => counts.get(kind) ?? 0
      return respond({
        draft: presentDraft(draft),
        items: items.map(presentItem),
        counts: {
          new: count('new'),
          changed: count('changed'),
          gone: count('gone'),
          follows: count('follows'),
        },
        refused: fromItem > 0 ? [] : draft.refused.map(presentRefused),
      })
    },
    apply: async ({ draft_id: draftId, ...taken }, call) => {
      const outcome = await applyDraft(db, draftId, taken, authorOf(call, deps))
      switch (outcome.kind) {
        case 'not_found':
          return reject('draft_not_found')
        case 'nothing_taken':
          return reject('draft_nothing_taken')
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

const marks = ['similar', 'address_moved', 'renamed'] as const

function presentItem(item: StoredItem) {
  const shown = (fields: StoredItem['before']) => (fields === null ? null : { ...shownFields(fields) })
  return {
    item: item.item,
    kind: item.kind,
    cid: item.channel_id,
    label: item.label,
    before: shown(item.before),
    after: shown(item.after),
    marks: marks.filter((mark) => item.marks.includes(mark)),
    similar_to: item.similar_to,
  }
}

function presentRefused({ where, what, why }: Draft['refused'][number]) {
  return { line: Number(/\d+/.exec(where)?.[0] ?? 0), what, why }
}
