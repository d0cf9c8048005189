/** Ends views, each once and with what was requested in the audit. */
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { EndCause } from './tables.ts'

export interface EndDeps {
  readonly db: Db
  readonly audit: Pick<Audit, 'record'>
}

/** Which live views end. Absent: those of anybody. */
export interface Ending {
  readonly cause: EndCause
  readonly nowMs: number
  readonly viewIds?: readonly string[]
  readonly staffId?: number
  /** The address of the one who ends it; absent for Ekran itself. */
  readonly address?: string
  /** Who ends it, where it is another than its member. */
  readonly by?: string
}

/** Returns how many ended now. The promise resolves when the audit has them. */
export async function endViews(
  { db, audit }: EndDeps,
  { cause, nowMs, viewIds, staffId, address, by }: Ending,
): Promise<number> {
  const rows = await db
    .updateTable('support_view')
    .set({ ended_at: new Date(nowMs), end_cause: cause, code_hash: null })
    .where('ended_at', 'is', null)
    .$if(viewIds !== undefined, (query) => query.where('view_id', 'in', [...(viewIds ?? [])]))
    .$if(staffId !== undefined, (query) => query.where('staff_id', '=', staffId ?? 0))
    .returning(['account_id', 'staff_id', 'staff_name', 'created_at', 'opened_at', 'requests'])
    .execute()
  for (const row of rows)
    await audit.record({
      event: 'support_view_ended',
      actor: by === undefined && address === undefined ? 'system' : 'staff',
      accountId: row.account_id,
      ...(address === undefined ? {} : { address }),
      change: {
        staff: { staffId: row.staff_id, name: row.staff_name },
        ...{ section: 'subscribers', subject: `subscriber ${row.account_id}` },
        after: {
          cause,
          ...(by === undefined ? {} : { ended_by: by }),
          opened: row.opened_at !== null,
          seconds: Math.round((nowMs - row.created_at.getTime()) / 1000),
          requests: row.requests,
        },
      },
    })
  return rows.length
}
