import { sql } from 'kysely'
import { type SubscriptionRecord, nextPrice } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Standing, standingOf } from './standing.ts'

/** A subscriber in a list. */
export interface SubscriberSummary {
  readonly accountId: number
  /** The subscriber number. */
  readonly abonement: string
  /** `+998` and nine digits, or null. */
  readonly phone: string | null
  readonly name: string
  /** Made by the staff for trying. */
  readonly isTest: boolean
  readonly createdMs: number
  readonly balanceTiyin: number
  /** When a device was last seen; 0 for never. */
  readonly seenMs: number
  readonly standing: Standing
}

interface Row {
  readonly account_id: number
  readonly abonement: string
  readonly phone: string | null
  readonly name: string
  readonly state: 'active' | 'blocked' | 'deactivated'
  readonly is_test: boolean
  readonly created_at: Date
  readonly balance: number
  readonly seen_at: Date | null
  readonly has_paid: boolean
  readonly ended_at: Date | null
  readonly connected: readonly Connected[]
}
interface Connected {
  readonly tariff: number
  readonly base: boolean
  readonly state: SubscriptionRecord['state']
  readonly price: number
  readonly renews: boolean
  readonly until: number
  /** Unix milliseconds; 0: it never was. */
  readonly paused: number
}

/** These accounts in this order, without those that do not exist; at most 100. */
export async function readSummaries(
  db: Db,
  accountIds: readonly number[],
  nowMs: number,
): Promise<readonly SubscriberSummary[]> {
  if (accountIds.length === 0) return []
  const { rows } = await sql<Row>`
    select account.account_id, abonement, phone, name, state, is_test, created_at,
      coalesce(wallet.balance_tiyin, 0)::bigint as balance,
      (select max(last_seen_at) from device where device.account_id = account.account_id) as seen_at,
      exists (select from ledger_entry where ledger_entry.account_id = account.account_id and kind = 'top_up')
        as has_paid,
      (select max(paid_until) from subscription where subscription.account_id = account.account_id and state = 'off')
        as ended_at,
      (select coalesce(json_agg(json_build_object('tariff', tariff_id, 'base', is_base, 'state', state,
          'price', ${nextPrice('subscription', new Date(nowMs))}, 'renews', auto_renew, 'until', extract(epoch from paid_until) * 1000,
          'paused', extract(epoch from coalesce(paused_until, to_timestamp(0))) * 1000)), '[]')
        from subscription where subscription.account_id = account.account_id and state <> 'off') as connected
    from account left join wallet using (account_id)
    where account.account_id = any(${accountIds.slice(0, 100)}::integer[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.account_id, row]))
  return accountIds.flatMap((accountId) => {
    const row = byId.get(accountId)
    return row === undefined ? [] : [summaryOf(row, nowMs)]
  })
}

function summaryOf(row: Row, nowMs: number): SubscriberSummary {
  const subscriptions = row.connected.map((one) => ({
    ...{ tariffId: one.tariff, isBase: one.base, state: one.state, priceTiyin: one.price },
    ...{ autoRenew: one.renews, paidUntilMs: Math.floor(one.until) },
    pausedUntilMs: Math.floor(one.paused),
  }))
  const facts = {
    ...{ state: row.state, subscriptions, balanceTiyin: row.balance, hasPaid: row.has_paid, closedMs: 0 },
    endedMs: row.ended_at?.getTime() ?? 0,
  }
  return {
    accountId: row.account_id,
    abonement: row.abonement,
    phone: row.phone,
    name: row.name,
    isTest: row.is_test,
    createdMs: row.created_at.getTime(),
    balanceTiyin: row.balance,
    seenMs: row.seen_at?.getTime() ?? 0,
    standing: standingOf(facts, nowMs),
  }
}
