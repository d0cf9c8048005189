/** Pauses are taken back while they last, and continued after an early end. */
import { sql } from 'kysely'
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import { findSubscriptions } from '#server/billing/subscriptions/subscription.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { endPause, findLastingPause, pausable, writePause } from './pause.ts'

interface Taken {
  readonly accountId: number
  /** Of the pause. */
  readonly reference: string
}

/** `used`: it is over, or another pause lasts. */
export type PauseTakenBack = 'taken' | 'taken_before' | 'used' | 'unknown'

/** Takes a pause back while it lasts: it ends now and does not count as the one of the year. */
export async function takeBackPause(trx: DbTransaction, of: Taken, nowMs: number): Promise<PauseTakenBack> {
  await lockWallet(trx, of.accountId)
  const row = await pauseOf(trx, of)
  if (row === undefined) return 'unknown'
  if (row.taken_back_at !== null) return 'taken_before'
  const { tariff_id: tariffId, subscription_pause_id: id } = row
  const lasting = await findLastingPause(trx, { accountId: of.accountId, tariffId }, nowMs)
  if (lasting === undefined || !(await isOrContinues(trx, lasting.subscription_pause_id, id))) return 'used'
  await endPause(trx, { accountId: of.accountId, tariffId }, nowMs)
  await trx
    .updateTable('subscription_pause')
    .set({ taken_back_at: new Date(nowMs) })
    .where('subscription_pause_id', 'in', [id, lasting.subscription_pause_id])
    .execute()
  return 'taken'
}

/** Whether a pause is this one, or continues it after it was ended early. */
async function isOrContinues(trx: DbTransaction, pauseId: number, ofId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain as (
      select subscription_pause_id, with_pause_id, subscription_id from subscription_pause
      where subscription_pause_id = ${pauseId}
      union
      select former.subscription_pause_id, former.with_pause_id, former.subscription_id
      from chain join subscription_pause as former on former.subscription_pause_id = chain.with_pause_id
        and former.subscription_id = chain.subscription_id
    )
    select subscription_pause_id as id from chain where subscription_pause_id = ${ofId}`.execute(trx)
  return rows.length > 0
}

async function pauseOf(trx: DbTransaction, { accountId, reference }: Taken) {
  return trx
    .selectFrom('subscription_pause')
    .selectAll()
    .where('reference', '=', reference)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/**
 * Continues a pause that was ended early, until it was planned to end; it is the same pause of the year. `used`: that
 * moment has passed, or the tariff does not run any more.
 */
export async function continuePause(trx: DbTransaction, of: Taken, nowMs: number): Promise<PauseTakenBack> {
  const { accountId } = of
  await lockWallet(trx, accountId)
  const row = await pauseOf(trx, of)
  if (row === undefined) return 'unknown'
  const live = await findSubscriptions(trx, accountId, nowMs)
  const own = live.find((one) => one.subscriptionId === row.subscription_id)
  const untilMs = row.planned_until.getTime()
  if (row.ended_at === null || own === undefined || untilMs <= nowMs) return 'used'
  const running = await pausable(trx, live, nowMs)
  if (!running.includes(own)) return 'used'
  const withId = row.subscription_pause_id
  const others = own.isBase ? running.filter((one) => one !== own) : []
  let mainId: number | undefined
  for (const subscription of [own, ...others]) {
    const reference = mainId === undefined ? `again:${withId}` : `again:${withId}:${subscription.tariffId}`
    const pause = { accountId, subscription, by: row.started_by, reference, untilMs }
    const id = await writePause(trx, { ...pause, withId: mainId ?? withId }, nowMs)
    mainId ??= id
  }
  return 'taken'
}
