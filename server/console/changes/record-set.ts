/** What the endpoints about content share: the author of a change, and its record in the audit. */
import type { Audit } from '#server/audit/audit.ts'
import { loadChange } from '#server/changes/changes.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type ByWhom, shownFields } from '#server/television/television.ts'

export interface ContentDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
}

/** The member of staff as the author of a change. */
export function authorOf({ staff }: ConsoleCall, { clock }: Pick<ContentDeps, 'clock'>): ByWhom {
  return { by: { staffId: staff.staffId, name: staff.name }, nowMs: clock.nowMs() }
}

/** So many things of a set are in the audit by name; all of them are in the set. */
const maxInAudit = 20

/** Records a set of changes in the audit, with before and after. */
export async function recordSet(
  { db, audit }: Pick<ContentDeps, 'db' | 'audit'>,
  event: string,
  { staff, clientAddress }: ConsoleCall,
  changeId: number,
): Promise<void> {
  const loaded = changeId === 0 ? undefined : await loadChange(db, changeId, maxInAudit)
  if (loaded === undefined) return
  const { entries } = loaded
  const [first] = entries
  const values = (of: 'before' | 'after') =>
    Object.fromEntries(
      entries.map(({ label, entity, entityId, ...entry }) => [
        `${entity} ${entityId} ${label}`,
        shownFields(entry[of]),
      ]),
    )
  await audit.record({
    event,
    actor: 'staff',
    address: clientAddress,
    facts: { change: changeId, more: loaded.more },
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      section: 'channels',
      subject:
        entries.length === 1 && first !== undefined
          ? `${first.entity} ${first.entityId}`
          : `change ${changeId}`,
      before: values('before'),
      after: values('after'),
    },
  })
}
