/** Sets of changes of the console: history, one of them, and taking one back. */
import { consoleChanges as endpoints, changeSections } from '#contract/console/changes.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { roleMay, sections } from '#contract/form/permissions.ts'
import { partsOfTitle, titleEntity } from '#server/catalogue/catalogue.ts'
import { type EntryOfChange, type ListedChange, listChanges, loadChange } from '#server/changes/changes.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { servicesSection } from '#server/outside-services/outside-services.ts'
import type { ContentDeps } from './record-set.ts'
import { undoSet } from './undo-set.ts'
import { shownFields } from '#server/television/television.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

const maxEntries = 2000

export function changeEndpoints(deps: ContentDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  const handlers: ConsoleHandlers<typeof endpoints> = {
    list: async (input, call) => {
      const changes = await listChanges(db, {
        section: input.section,
        entity: input.entity || undefined,
        entityId: input.entity_id,
        // What happened to the seasons and episodes of a series is its history as well.
        ...(input.entity === titleEntity && input.entity_id !== undefined
          ? { parts: await partsOfTitle(db, input.entity_id) }
          : {}),
        beforeChange: input.before_change,
        ...(seesServices(call) ? {} : { exceptSection: servicesSection }),
        // One more tells whether there is a next page.
        limit: input.limit + 1,
      })
      return respond({
        changes: changes.slice(0, input.limit).map((change) => presentChange(change, clock.nowMs())),
        has_more: changes.length > input.limit,
      })
    },
    one: async ({ change_id: changeId }, call) => {
      const loaded = await loadChange(db, changeId, maxEntries)
      const isHidden = loaded?.change.section === servicesSection && !seesServices(call)
      if (loaded === undefined || isHidden) return reject('change_not_found')
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

/** Addresses and logins of outside services are for those who see their page. */
function seesServices({ staff }: ConsoleCall): boolean {
  return roleMay(staff.role, { section: 'settings', level: 'view' })
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
