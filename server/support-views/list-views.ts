import type { SupportDevice } from '#contract/form/support-views.ts'
import type { Db } from '#server/platform/database/database.ts'

/** A view that has not ended. Times are unix milliseconds. */
export interface LiveView {
  readonly viewId: string
  readonly accountId: number
  readonly abonement: string
  readonly staffId: number
  readonly staffName: string
  readonly device: SupportDevice
  readonly reason: string
  readonly sinceMs: number
  readonly untilMs: number
  /** False: its code was not used yet. */
  readonly isOpened: boolean
}

const maxListed = 200

/** The live views, of an account or of all, the newest first. */
export async function listViews(db: Db, nowMs: number, accountId?: number): Promise<readonly LiveView[]> {
  const rows = await db
    .selectFrom('support_view')
    .innerJoin('account', 'account.account_id', 'support_view.account_id')
    .selectAll('support_view')
    .select('abonement')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .$if(accountId !== undefined, (query) => query.where('support_view.account_id', '=', accountId ?? 0))
    .orderBy('support_view.created_at', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    ...{ viewId: row.view_id, accountId: row.account_id, abonement: row.abonement },
    ...{ staffId: row.staff_id, staffName: row.staff_name, device: row.device_kind, reason: row.reason },
    ...{ sinceMs: row.created_at.getTime(), untilMs: row.expires_at.getTime() },
    isOpened: row.opened_at !== null,
  }))
}
