import { sql } from 'kysely'
import { supportTokenPrefix } from '#contract/form/support-views.ts'
import { viewerProfileOf } from '#server/accounts/accounts.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'
import type { Denied, Identified, RequestBearer } from '#server/platform/primitives/viewer.ts'
import type { SupportViewDeps } from './deps.ts'
import { causeOfEnd } from './live-view.ts'
import { maxRequested, requestedName } from './requested.ts'

const over: Denied = { kind: 'denied', failure: 'support_view_over' }

/**
 * Resolves the token of a view to the subscriber it shows, and notes the request. Nothing is cached: an end applies to
 * the next request in every process. A token works only with the number of the tab that opened it.
 */
export async function identifyView(
  deps: SupportViewDeps,
  token: string,
  bearer: RequestBearer,
): Promise<Identified> {
  if (bearer.deviceUid === undefined) return over
  const row = await deps.db
    .selectFrom('support_view')
    .innerJoin('account', 'account.account_id', 'support_view.account_id')
    .leftJoin('profile', (join) =>
      join
        .onRef('profile.account_id', '=', 'support_view.account_id')
        .onRef('profile.profile_no', '=', 'support_view.profile_no'),
    )
    .select(['view_id', 'support_view.account_id', 'staff_session_id', 'device_kind', 'audience'])
    .select(['support_view.expires_at', 'account.state', 'support_view.profile_no'])
    .select([
      'profile.profile_no as stored_profile_no',
      'is_child',
      'age_limit',
      'above_limit',
      'channel_ids',
    ])
    .select(['hours_from', 'hours_to', 'minutes_per_day'])
    .where('token_hash', '=', tokenHash(token))
    .where('device_uid', '=', bearer.deviceUid)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || (await causeOfEnd(deps, row)) !== undefined) return over
  await noteRequest(deps, row.view_id, requestedName(bearer.endpoint, bearer.params))
  const support = { untilMs: row.expires_at.getTime(), audience: row.audience }
  // What the account's PIN opened is open on the subscriber's devices alone.
  const profile = viewerProfileOf({ ...row, opened: null })
  const viewer = { accountId: row.account_id, sessionId: row.view_id, deviceKind: row.device_kind }
  return { kind: 'viewer', viewer: { ...viewer, profile, support } }
}

/** The form of a view's token. */
export function isSupportToken(token: string): boolean {
  return token.startsWith(supportTokenPrefix)
}

/** Counts a request; of the many different ones of a long view the first are stored. */
async function noteRequest({ db }: Pick<SupportViewDeps, 'db'>, viewId: string, name: string): Promise<void> {
  await sql`update support_view
    set requests = jsonb_set(requests, array[${name}::text], to_jsonb(coalesce((requests->>${name})::integer, 0) + 1))
    where view_id = ${viewId} and (requests ? ${name}
      or (select count(*) from jsonb_object_keys(requests)) < ${maxRequested})`.execute(db)
}
