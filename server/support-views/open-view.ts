import type { SupportDevice } from '#contract/form/support-views.ts'
import { supportTokenPrefix } from '#contract/form/support-views.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { opaqueToken, tokenHash } from '#server/platform/primitives/ids.ts'
import type { SupportViewDeps } from './deps.ts'
import { causeOfEnd } from './live-view.ts'

/** A view that was opened with its code. */
export interface OpenedView {
  /** Works only with the number of the tab. */
  readonly token: string
  readonly accountId: number
  readonly untilMs: number
  readonly device: SupportDevice
  readonly language: StaffLanguage
}

/**
 * Exchanges the code of a view for its token, once; undefined for a code that is wrong, used or too old, or whose view is
 * over.
 */
export async function openView(
  deps: SupportViewDeps,
  { code, deviceUid }: { readonly code: string; readonly deviceUid: string },
): Promise<OpenedView | undefined> {
  const { db, clock, random } = deps
  const now = new Date(clock.nowMs())
  const token = supportTokenPrefix + opaqueToken(random)
  const row = await db
    .updateTable('support_view')
    .from('account')
    .set({ code_hash: null, token_hash: tokenHash(token), device_uid: deviceUid, opened_at: now })
    .whereRef('account.account_id', '=', 'support_view.account_id')
    .where('code_hash', '=', tokenHash(code))
    .where('code_until', '>', now)
    .where('ended_at', 'is', null)
    .returning(['support_view.account_id', 'expires_at', 'device_kind', 'language', 'staff_session_id'])
    .returning('account.state')
    .executeTakeFirst()
  if (row === undefined || (await causeOfEnd(deps, row)) !== undefined) return undefined
  const { account_id: accountId, device_kind: device, language } = row
  return { token, accountId, untilMs: row.expires_at.getTime(), device, language }
}
