import { reject, respond } from '#contract/form/endpoint.ts'
import { loadChange, undoDays } from '#server/changes/changes.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'
import { undoContent } from '#server/editing/editing.ts'
import { type ContentDeps, authorOf, recordSet } from './record-set.ts'

const maxConflicts = 2000

/** Takes a set of changes back, for an endpoint that has admitted it. */
export async function undoSet(deps: ContentDeps, changeId: number, call: ConsoleCall) {
  const outcome = await undoContent(deps.db, changeId, authorOf(call, deps))
  switch (outcome.kind) {
    case 'not_found':
      return reject('change_not_found')
    case 'undone_already':
      return reject('change_undone')
    case 'too_late':
      return reject('undo_too_late', { values: { days: undoDays } })
    case 'undone': {
      await recordSet(deps, 'change_undone', call, outcome.changeId ?? 0)
      const conflicts = outcome.conflicts.slice(0, maxConflicts)
      return respond({
        change_id: outcome.changeId ?? null,
        undone: outcome.undone,
        conflicts: conflicts.map(({ entityId, ...conflict }) => ({ ...conflict, entity_id: entityId })),
      })
    }
  }
}

/** Takes a set of changes back if it is of this section. */
export async function undoSetOf(
  section: 'billing' | 'films' | 'guide' | 'health' | 'home' | 'news' | 'settings',
  deps: ContentDeps,
  changeId: number,
  call: ConsoleCall,
) {
  const loaded = await loadChange(deps.db, changeId, 1)
  return loaded?.change.section === section ? undoSet(deps, changeId, call) : reject('change_not_found')
}
