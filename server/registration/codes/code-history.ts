import { sql } from 'kysely'
import {
  type CodeHistory,
  type Purpose,
  dayMs,
  hourMs,
  perNetworkHour,
  perPhoneDay,
  perPhoneNetworkDay,
  perPrefixHour,
} from './rules.ts'
import { prefixOf } from './mobile-phone.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { widerNetworks } from '#server/platform/limits/networks.ts'

/** The phone and network whose budgets a request is counted in. */
export interface CodeClient {
  readonly purpose: Purpose
  readonly phone: string
  readonly network: string
}

interface HistoryRow {
  phone_count: number
  phone_latest: Date | null
  phone_sms: number
  phone_full: Date | null
  phone_network_full: Date | null
  network_full: Date | null
  prefix_full: Date | null
  all_full: Date | null
  network_has_asked: boolean
}

/**
 * A code that could not be sent is not counted, except in the network's budget, which limits attempts. Resets and
 * logins are counted whatever their result: a phone without an account is sent nothing, so a difference would reveal
 * that.
 */
const counted = sql`(outcome <> 'failed' or purpose in ('reset', 'login'))`

/** All counters, read in one statement. The n-th newest moment says when a budget of n has room again. */
export async function readHistory(
  db: Db | DbTransaction,
  client: CodeClient,
  perHour: number,
  nowMs: number,
): Promise<CodeHistory> {
  const { purpose, phone, network } = client
  const [hourAgo, dayAgo] = [new Date(nowMs - hourMs), new Date(nowMs - dayMs)]
  const ofPhone = sql`code_request where phone = ${phone} and purpose = ${purpose} and requested_at > ${dayAgo} and ${counted}`
  const ofNetwork = sql`code_request where network = ${network} and requested_at > ${hourAgo}`
  const wider = widerNetworks(network).map(({ members, times }) => ({
    from: sql`code_request where network ~ ${members} and requested_at > ${hourAgo}`,
    n: perNetworkHour * times,
  }))
  const nth = (from: ReturnType<typeof sql>, n: number) =>
    sql`(select requested_at from ${from} order by requested_at desc offset ${n - 1} limit 1)`
  const { rows } = await sql<HistoryRow>`select
    (select count(*) from ${ofPhone}) as phone_count,
    (select max(requested_at) from ${ofPhone} and used_at is null) as phone_latest,
    (select count(*) from ${ofPhone} and way = 'sms') as phone_sms,
    ${nth(ofPhone, perPhoneDay)} as phone_full,
    ${nth(sql`${ofPhone} and network = ${network}`, perPhoneNetworkDay)} as phone_network_full,
    greatest(${sql.join([nth(ofNetwork, perNetworkHour), ...wider.map(({ from, n }) => nth(from, n))])}) as network_full,
    ${nth(
      sql`code_request where prefix = ${prefixOf(phone)} and requested_at > ${hourAgo} and ${counted}`,
      perPrefixHour,
    )} as prefix_full,
    ${nth(sql`code_request where requested_at > ${hourAgo} and ${counted}`, perHour)} as all_full,
    exists (select from ${wider.at(-1)?.from ?? ofNetwork}) as network_has_asked`.execute(db)
  const row = rows[0]
  return {
    phoneCount: row?.phone_count ?? 0,
    phoneLatestMs: row?.phone_latest?.getTime(),
    phoneSmsCount: row?.phone_sms ?? 0,
    phoneFullMs: row?.phone_full?.getTime(),
    phoneNetworkFullMs: row?.phone_network_full?.getTime(),
    networkFullMs: row?.network_full?.getTime(),
    prefixFullMs: row?.prefix_full?.getTime(),
    allFullMs: row?.all_full?.getTime(),
    networkHasRequested: row?.network_has_asked ?? false,
  }
}
