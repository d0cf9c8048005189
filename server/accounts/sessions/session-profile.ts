/** The profile of a session's device, and the account's PIN, as every request needs them. */
import { sql } from 'kysely'
import { noAgeLimit } from '#contract/accounts/profiles.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { OpenedItem, ProfileLimit, ViewerProfile } from '#server/platform/primitives/viewer.ts'

/** The columns of `profile`, `account_pin` and `session` that are read with a session; null without a row. */
export interface ProfileColumns {
  /** That of the device; null in `stored_profile_no` and not 0: it was removed. */
  readonly profile_no: number
  readonly stored_profile_no: number | null
  readonly is_child: boolean | null
  readonly age_limit: number | null
  readonly above_limit: ProfileLimit['aboveLimit'] | null
  readonly channel_ids: number[] | null
  readonly hours_from: number | null
  readonly hours_to: number | null
  readonly minutes_per_day: number | null
  readonly pin_on_purchases: boolean | null
  readonly has_pin: boolean | null
  readonly pin_proven_until: Date | null
  readonly opened: readonly OpenedItem[] | null
}

/** What is cached with a session. */
export interface SessionProfile {
  readonly profile: ViewerProfile
  readonly isPinOnPurchases: boolean
  readonly hasPin: boolean
  /** Unix milliseconds; 0: not proven. */
  readonly pinProvenUntilMs: number
}

/** Of a profile that is gone: what it might watch is not known any more. */
const strictest: ProfileLimit = {
  ageLimit: 0,
  aboveLimit: 'hide',
  channelIds: undefined,
  hours: undefined,
  minutesPerDay: undefined,
}

export function sessionProfileOf(row: ProfileColumns): SessionProfile {
  return {
    profile: viewerProfileOf(row),
    isPinOnPurchases: row.pin_on_purchases === true,
    hasPin: row.has_pin === true,
    pinProvenUntilMs: row.pin_proven_until?.getTime() ?? 0,
  }
}

/** A row of `profile`, with the number that is asked for. */
export type StoredProfile = Omit<ProfileColumns, 'pin_on_purchases' | 'has_pin' | 'pin_proven_until'>

/** The profile with a number as requests have it; pure. */
export function viewerProfileOf(row: StoredProfile): ViewerProfile {
  const no = row.profile_no
  if (row.stored_profile_no === null)
    return no === 0
      ? { no, isChild: false, limit: undefined }
      : { no, isChild: true, limit: strictest, isRemoved: true }
  const opened = row.opened ?? []
  return {
    no,
    isChild: row.is_child === true,
    limit: limitOf(row),
    ...(opened.length === 0 ? {} : { opened }),
  }
}

/** Undefined when nothing is limited. */
function limitOf(row: StoredProfile): ProfileLimit | undefined {
  const [from, to] = [row.hours_from ?? 0, row.hours_to ?? 0]
  const channelIds = row.channel_ids ?? []
  const limit: ProfileLimit = {
    ageLimit: row.age_limit ?? noAgeLimit,
    aboveLimit: row.above_limit ?? 'hide',
    channelIds: channelIds.length === 0 ? undefined : new Set(channelIds),
    hours: from === to ? undefined : { from, to },
    minutesPerDay: row.minutes_per_day === 0 ? undefined : (row.minutes_per_day ?? undefined),
  }
  const isLimited =
    limit.ageLimit < noAgeLimit ||
    limit.channelIds !== undefined ||
    limit.hours !== undefined ||
    limit.minutesPerDay !== undefined
  return isLimited ? limit : undefined
}

/** The profile at a moment: without what was opened and is over. */
export function profileAt(profile: ViewerProfile, nowMs: number): ViewerProfile {
  const { opened, ...rest } = profile
  const open = opened?.filter(({ untilMs }) => untilMs > nowMs) ?? []
  return open.length === 0 ? rest : { ...rest, opened: open }
}

/**
 * Gives the device of a session another profile, which closes what was opened for the former one. `isLimited`: the account's
 * PIN counts as proven no more. False when the session has ended.
 */
export async function putProfileOnDevice(
  trx: DbTransaction,
  sessionId: string,
  chosen: { readonly no: number; readonly isLimited: boolean },
): Promise<boolean> {
  await sql`delete from profile_opening where session_id = ${sessionId}`.execute(trx)
  if (chosen.isLimited) await provePinOf(trx, sessionId, null)
  const done = await trx
    .updateTable('device')
    .set({ profile_no: chosen.no })
    .where('device_id', '=', (query) =>
      query.selectFrom('session').select('device_id').where('session_id', '=', sessionId),
    )
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Until when the account's PIN counts as proven in a session; null: it must be entered. */
export async function provePinOf(db: Db, sessionId: string, untilMs: number | null): Promise<void> {
  await db
    .updateTable('session')
    .set({ pin_proven_until: untilMs === null ? null : new Date(untilMs) })
    .where('session_id', '=', sessionId)
    .execute()
}

/** The PIN was changed or removed: it counts as proven nowhere. */
export async function unprovePins(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ pin_proven_until: null })
    .where('account_id', '=', accountId)
    .where('pin_proven_until', 'is not', null)
    .execute()
}

/** Unix milliseconds until which the account's PIN counts as proven in a session; 0: it does not. */
export async function provenPinUntil(db: Db, sessionId: string): Promise<number> {
  const row = await db
    .selectFrom('session')
    .select('pin_proven_until')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.pin_proven_until?.getTime() ?? 0
}
