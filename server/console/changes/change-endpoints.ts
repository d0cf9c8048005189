/** Sets of changes of the console: history, one of them, and taking one back. */
import { consoleChanges as endpoints, changeSections } from '#contract/console/changes.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { roleMay, sections } from '#contract/form/permissions.ts'
import { type EntryOfChange, type ListedChange, listChanges, loadChange } from '#server/changes/changes.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import type { ContentDeps } from './record-set.ts'
import { undoSet } from './undo-set.ts'
import { shownFields } from '#server/television/television.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

const maxEntries = 2000

export function changeEndpoints(deps: ContentDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  const handlers: ConsoleHandlers<typeof endpoints> = {
    list: async (input) => {
      const changes = await listChanges(db, {
        section: input.section,
        entity: input.entity || undefined,
        entityId: input.entity_id,
        beforeChange: input.before_change,
        // One more tells whether there is a next page.
        limit: input.limit + 1,
      })
      return respond({
        changes: changes.slice(0, input.limit).map((change) => presentChange(change, clock.nowMs())),
        has_more: changes.length > input.limit,
      })
    },
    one: async ({ change_id: changeId }) => {
      const loaded = await loadChange(db, changeId, maxEntries)
      if (loaded === undefined) return reject('change_not_found')
      const { change, entries, more } = loaded
      return respond({
        change: presentChange(change, clock.nowMs()),
        entries: entries.map(presentEntry),
        more,
      })
    },
    // Each section that people without a permission for channels edit has an endpoint of its own.
    undo: async ({ change_id: changeId }, call) => {
      const loaded = await loadChange(db, changeId, 1)
      const section = sections.find((one) => one === loaded?.change.section)
      if (section === undefined || !roleMay(call.staff.role, { section, level: 'edit' }))
        return reject('change_not_found')
      return undoSet(deps, changeId, call)
    },
  }
  return bindConsole('consoleChanges', endpoints, handlers)
}

function presentChange(change: ListedChange, nowMs: number) {
  const { changeId, kind, title, created, changed, deleted } = change
  const section = changeSections.find((one) => one === change.section) ?? changeSections[0]
  return {
    ...{ change_id: changeId, kind, section, title, created, changed, deleted },
    staff_name: change.staffName,
    made_at: Math.floor(change.madeMs / 1000),
    undo_until: change.undoUntilMs > nowMs ? Math.floor(change.undoUntilMs / 1000) : 0,
    undone_by: change.undoneBy,
    undoes: change.undoes,
  }
}

function presentEntry({ entity, entityId, label, before, after }: EntryOfChange) {
  const shown = (fields: typeof before) => (fields === null ? null : { ...shownFields(fields) })
  return { entity, entity_id: entityId, label, before: shown(before), after: shown(after) }
}
