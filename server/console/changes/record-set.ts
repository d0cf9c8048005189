/** What the endpoints about content share: the author of a change, and its record in the audit. */
import type { Audit } from '#server/audit/audit.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { ByWhom } from '#server/television/television.ts'

export interface ContentDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
}

/** The member of staff as the author of a change. */
export function authorOf({ staff }: ConsoleCall, { clock }: Pick<ContentDeps, 'clock'>): ByWhom {
  return { by: { staffId: staff.staffId, name: staff.name }, nowMs: clock.nowMs() }
}

/** Records a set of changes in the audit, with before and after. */
export async function recordSet(
  deps: Pick<ContentDeps, 'db' | 'audit'>,
  event: string,
  { staff, clientAddress: address }: ConsoleCall,
  changeId: number,
): Promise<void> {
  const by = { staffId: staff.staffId, name: staff.name }
  await recordChangeSet(deps, event, { actor: 'staff', by, address }, changeId)
}
