/** The rows of `profile`. */
import type { Selectable } from 'kysely'
import { firstProfileNo } from '#contract/accounts/profiles.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ProfileKey, ProfileLimit } from '#server/platform/primitives/viewer.ts'
import { type StoredLimits, nameKeyOf } from './rules.ts'
import type { ProfileTable } from './tables.ts'

/** What viewers choose of a profile. */
export interface ProfileFields extends StoredLimits {
  /** 1 to 30 characters; empty for a first profile that nobody has named. */
  readonly name: string
  readonly picture: string
  readonly colour: string
  readonly language: 'ru' | 'uz'
  readonly aboveLimit: ProfileLimit['aboveLimit']
}

export interface ProfileRecord extends ProfileFields {
  readonly no: number
  readonly hasPin: boolean
  /** 0 for a first profile that nobody has changed. */
  readonly version: number
}

/** With its hash; for this module only. */
export interface OwnProfile extends ProfileRecord {
  readonly pinHash: string | null
}

/** The first profile of an account whose viewers have changed nothing of it. */
const untouched: OwnProfile = {
  ...{ no: firstProfileNo, name: '', picture: 'cat', colour: 'turquoise', language: 'ru' },
  ...{ isChild: false, ageLimit: 18, aboveLimit: 'hide', channelIds: [] },
  ...{ hoursFrom: 0, hoursTo: 0, minutesPerDay: 0, hasPin: false, version: 0, pinHash: null },
}

/** More than an account can have, merged ones too. */
const maxRead = 100

/** All profiles of an account, the first one first. */
export async function profilesOf(db: Db, accountId: number): Promise<readonly OwnProfile[]> {
  const rows = await db
    .selectFrom('profile')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('profile_no')
    .limit(maxRead)
    .execute()
  const stored = rows.map(recordOf)
  return stored[0]?.no === firstProfileNo ? stored : [untouched, ...stored]
}

export async function findProfile(
  db: Db,
  { accountId, profileNo }: ProfileKey,
): Promise<OwnProfile | undefined> {
  const row = await db
    .selectFrom('profile')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .executeTakeFirst()
  if (row !== undefined) return recordOf(row)
  return profileNo === firstProfileNo ? untouched : undefined
}

/** Without its hash. */
export function withoutPin(own: OwnProfile): ProfileRecord {
  const { pinHash: _, ...profile } = own
  return profile
}

/** Writes a profile, a new one or in place of what it was. */
export async function putProfile(
  trx: DbTransaction,
  { accountId, profileNo }: ProfileKey,
  profile: OwnProfile,
  nowMs: number,
): Promise<void> {
  const values = {
    ...{ name: profile.name, name_key: nameKeyOf(profile.name), picture: profile.picture },
    ...{ colour: profile.colour, language: profile.language, is_child: profile.isChild },
    ...{ age_limit: profile.ageLimit, above_limit: profile.aboveLimit },
    channel_ids: [...new Set(profile.channelIds)],
    ...{ hours_from: profile.hoursFrom, hours_to: profile.hoursTo, minutes_per_day: profile.minutesPerDay },
    ...{ pin_hash: profile.pinHash, version: profile.version, updated_at: new Date(nowMs) },
  }
  await trx
    .insertInto('profile')
    .values({ account_id: accountId, profile_no: profileNo, created_at: new Date(nowMs), ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_no']).doUpdateSet(values))
    .execute()
}

export async function deleteProfile(trx: DbTransaction, { accountId, profileNo }: ProfileKey): Promise<void> {
  await trx
    .deleteFrom('profile')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .execute()
}

/** Changes of an account’s profiles wait for each other, and for logins. False: there is no such account. */
export async function lockAccount(trx: DbTransaction, accountId: number): Promise<boolean> {
  const locked = await trx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

function recordOf(row: Selectable<ProfileTable>): OwnProfile {
  return {
    ...{ no: row.profile_no, name: row.name, picture: row.picture, colour: row.colour },
    ...{ language: row.language, isChild: row.is_child, ageLimit: row.age_limit },
    ...{ aboveLimit: row.above_limit, channelIds: row.channel_ids },
    ...{ hoursFrom: row.hours_from, hoursTo: row.hours_to, minutesPerDay: row.minutes_per_day },
    ...{ hasPin: row.pin_hash !== null, pinHash: row.pin_hash, version: row.version },
  }
}
