import { firstProfileNo } from '#contract/accounts/profiles.ts'
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { takeProfileNo } from './pin-rows.ts'
import { profilesOf, putProfile } from './profile-rows.ts'
import { nameKeyOf } from './rules.ts'

const longestName = 30

/**
 * Two accounts become one: all profiles besides the first one go to `toId` with their PINs and their devices, under new
 * numbers and beyond the usual limit if need be: nothing of a profile is lost. The first ones become one, which stays that
 * of `toId`. A PIN of the account goes where that has none, so that children's profiles stay closed. Returns the new numbers
 * by the former ones.
 */
export async function moveProfiles(
  trx: DbTransaction,
  { fromId, toId }: { readonly fromId: number; readonly toId: number },
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const moved = new Map<number, number>()
  const names = new Set((await profilesOf(trx, toId)).map(({ name }) => nameKeyOf(name)))
  for (const profile of await profilesOf(trx, fromId)) {
    if (profile.no === firstProfileNo) continue
    const no = await takeProfileNo(trx, toId)
    const name = freeName(profile.name, names)
    names.add(nameKeyOf(name))
    await putProfile(trx, { accountId: toId, profileNo: no }, { ...profile, no, name }, nowMs)
    moved.set(profile.no, no)
  }
  await sql`update device set profile_no = coalesce((
      select numbers.now from unnest(${[...moved.keys()]}::smallint[], ${[...moved.values()]}::smallint[])
        as numbers(former, now) where numbers.former = device.profile_no), 0)
    where account_id = ${fromId}`.execute(trx)
  await movePin(trx, fromId, toId)
  await sql`delete from profile where account_id = ${fromId}`.execute(trx)
  return moved
}

async function movePin(trx: DbTransaction, fromId: number, toId: number): Promise<void> {
  await sql`insert into account_pin (account_id, pin_hash, on_purchases)
    select ${toId}, pin_hash, on_purchases from account_pin where account_id = ${fromId} and pin_hash is not null
    on conflict (account_id) do update set pin_hash = excluded.pin_hash, on_purchases = excluded.on_purchases
    where account_pin.pin_hash is null`.execute(trx)
  await sql`delete from account_pin where account_id = ${fromId}`.execute(trx)
}

/** The name, with a number where another profile has it. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at += 1) {
    const end = at === 1 ? '' : ` ${at}`
    const free = `${name.slice(0, longestName - end.length)}${end}`
    if (!taken.has(nameKeyOf(free))) return free
  }
}
