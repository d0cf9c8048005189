/** What a merge does to profiles and what they gathered, before it is done. Only reads. */
import { sql } from 'kysely'
import { firstProfileNo, maxProfiles } from '#contract/accounts/profiles.ts'
import { type Billing, recordingHoursOf } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { recordingsOf, usedMsOf } from '#server/recordings/recordings.ts'
import { maxReminders } from '#server/reminders/reminders.ts'

/** How many go, and how many there are then where the limit counts. A limit that is exceeded deletes nothing. */
export interface MovedPart {
  readonly moved: number
  /** Of those, what the account that goes on has, too: one of each stays. */
  readonly twice: number
  /** For recordings hours, else a count; of reminders and followed shows in the first profile, where both come together. */
  readonly total: number
  readonly limit: number
}

export interface MergedProfiles {
  /** Profiles besides the first one; the first ones become one. */
  readonly profiles: MovedPart
  readonly recordings: MovedPart
  /** Of programmes that have not ended. */
  readonly reminders: MovedPart
  readonly followed: MovedPart
}

export interface MergeEffectDeps {
  readonly db: Db
  readonly billing: Pick<Billing, 'tariffs' | 'subscriptionsOf'>
  /** So many followed shows of a profile. */
  readonly maxFollowed: number
}

interface Accounts {
  readonly fromId: number
  readonly toId: number
}

/** Reads what would be merged at this moment. */
export async function readMergedProfiles(
  deps: MergeEffectDeps,
  accounts: Accounts,
  nowMs: number,
): Promise<MergedProfiles> {
  const [recordings, counts] = await Promise.all([
    recordingsEffect(deps, accounts, nowMs),
    countRows(deps.db, accounts, nowMs),
  ])
  return {
    recordings,
    profiles: { moved: counts.profiles, twice: 0, total: counts.profiles_total, limit: maxProfiles },
    reminders: {
      ...{ moved: counts.reminders, twice: counts.reminders_twice },
      ...{ total: counts.reminders_total - counts.reminders_twice, limit: maxReminders },
    },
    followed: {
      ...{ moved: counts.followed, twice: counts.followed_twice },
      ...{ total: counts.followed_total - counts.followed_twice, limit: deps.maxFollowed },
    },
  }
}

const hourMs = 3_600_000

/** They are the account's; the hours are those of the tariffs of both. */
async function recordingsEffect(
  { db, billing }: MergeEffectDeps,
  { fromId, toId }: Accounts,
  nowMs: number,
): Promise<MovedPart> {
  const [theirs, ours, tariffs, ...subscriptions] = await Promise.all([
    recordingsOf(db, fromId),
    recordingsOf(db, toId),
    billing.tariffs(),
    billing.subscriptionsOf(fromId),
    billing.subscriptionsOf(toId),
  ])
  const programmes = new Set(ours.flatMap(({ cid, pid }) => (pid === null ? [] : [`${cid} ${pid}`])))
  const added = theirs.filter(({ cid, pid }) => pid === null || !programmes.has(`${cid} ${pid}`))
  return {
    ...{ moved: theirs.length, twice: theirs.length - added.length },
    total: Math.ceil(usedMsOf([...ours, ...added]) / hourMs),
    limit: recordingHoursOf(subscriptions.flat(), tariffs, nowMs),
  }
}

interface Counts {
  readonly profiles: number
  readonly profiles_total: number
  readonly reminders: number
  readonly reminders_twice: number
  readonly reminders_total: number
  readonly followed: number
  readonly followed_twice: number
  readonly followed_total: number
}

async function countRows(db: Db, { fromId, toId }: Accounts, nowMs: number): Promise<Counts> {
  const first = firstProfileNo
  const { rows } = await sql<Counts>`
    with waiting as (select account_id, profile_no, channel_id, programme_id from reminder
        where account_id in (${fromId}, ${toId}) and state <> 'declined' and end_at > ${new Date(nowMs)}),
      followed as (select account_id, profile_no, name_key, channel_id from followed_programme
        where account_id in (${fromId}, ${toId})),
      own as (select account_id, profile_no from profile
        where account_id in (${fromId}, ${toId}) and profile_no <> ${first})
    select
      (select count(*) from own where account_id = ${fromId})::integer as profiles,
      (select count(*) + 1 from own)::integer as profiles_total,
      (select count(*) from waiting where account_id = ${fromId})::integer as reminders,
      (select count(*) from waiting as theirs join waiting as ours using (profile_no, channel_id, programme_id)
        where theirs.account_id = ${fromId} and ours.account_id = ${toId} and profile_no = ${first})::integer
        as reminders_twice,
      (select count(*) from waiting where profile_no = ${first})::integer as reminders_total,
      (select count(*) from followed where account_id = ${fromId})::integer as followed,
      (select count(*) from followed as theirs join followed as ours using (profile_no, name_key, channel_id)
        where theirs.account_id = ${fromId} and ours.account_id = ${toId} and profile_no = ${first})::integer
        as followed_twice,
      (select count(*) from followed where profile_no = ${first})::integer as followed_total`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('counts are one row')
  return counts
}
