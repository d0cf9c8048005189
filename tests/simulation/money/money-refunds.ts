/**
 * Refunds of payments of payment systems, for the scenarios of `money-scenario.ts`: members of the staff refund the whole
 * and parts, at once, under one number of the attempt, broken off in the middle; Click is asked and loses its answers.
 */
import { sql } from 'kysely'
import type { Audit } from '#server/audit/audit.ts'
import {
  beginProviderRefund,
  finishProviderRefund,
  type ProviderRefund,
  type Reverser,
  settleReversal,
  withdrawProviderRefund,
} from '#server/merchants/merchants.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { dying, onlyCrash } from './money-crash.ts'
import { type Actions, must } from './money-modules.ts'

interface Place {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly accountIds: readonly number[]
  readonly roll: { below(limit: number): number; of<One>(list: readonly One[]): One }
}

interface Request {
  readonly number: number
  readonly attempt: number
  readonly amountTiyin: number
}

/** An attempt with the numbers of the systems. */
type Attempt = Pick<ProviderRefund, 'attempt' | 'amount_tiyin' | 'state' | 'way' | 'reversal'> & {
  readonly number: number
  readonly provider: string
  readonly paid_tiyin: number
  readonly payment_id: string
}

export function refundsOf(place: Place): { readonly actions: Actions; look(): Promise<void> } {
  const [desk, click] = [deskOf(place), clickOf(place)]
  return {
    actions: { ...beginnings(place, desk), ...endings(place, desk), ...reversals(place, desk, click) },
    look: () => lookAtRefunds(place, click.returned),
  }
}

type Desk = ReturnType<typeof deskOf>

/** What acts need, by the scenario's dice. */
function deskOf({ db, clock, audit, roll, accountIds }: Place) {
  const member = () => ({ staffId: (accountIds[0] ?? 0) * 10 + 1 + roll.below(2), name: 'a member' })
  const record =
    (event: string, number: number) =>
    (trx: DbTransaction, { refund }: { refund: ProviderRefund }) =>
      audit.recordIn(trx, {
        ...{ event, actor: 'staff' },
        change: { section: 'payments', subject: `payment ${number}`, after: { attempt: refund.attempt } },
      })
  const attempts = async (): Promise<readonly Attempt[]> => {
    const { rows } = await sql<Attempt>`
      select provider_tx_id as number, attempt, refund.amount_tiyin, refund.state, way, reversal, provider,
        tx.amount_tiyin as paid_tiyin, coalesce(asked ->> 'click_paydoc_id', '') as payment_id
      from provider_refund as refund join provider_tx as tx using (provider_tx_id)
      where account_id = any(${[...accountIds]}::integer[]) order by provider_tx_id, attempt`.execute(db)
    return rows
  }
  /** A payment that was paid, its next attempt, and the whole, the rest or a part of it. */
  const request = async (): Promise<Request | undefined> => {
    const { rows } = await sql<{ number: number; paid: number; last: number; standing: number }>`
      select provider_tx_id as number, amount_tiyin as paid,
        (select coalesce(max(attempt), 0) from provider_refund as refund
          where refund.provider_tx_id = tx.provider_tx_id)::integer as last,
        (select coalesce(sum(refund.amount_tiyin), 0) from provider_refund as refund
          where refund.provider_tx_id = tx.provider_tx_id and state <> 'withdrawn')::bigint as standing
      from provider_tx as tx where account_id = any(${[...accountIds]}::integer[]) and paid_at is not null
      order by provider_tx_id`.execute(db)
    if (rows.length === 0) return undefined
    const { number, paid, last, standing } = roll.of(rows)
    const amountTiyin = roll.of([paid, Math.max(1, paid - standing), 1 + roll.below(paid), 100, 100])
    return { number, attempt: last + 1, amountTiyin }
  }
  const begin = (on: Db, { number, attempt, amountTiyin }: Request) =>
    beginProviderRefund(
      { db: on, clock },
      {
        ...{ number, attempt, amountTiyin, reason: 'simulated', by: member() },
        reverses: (provider) => provider === 'click',
        record: record('payment_refunded', number),
      },
    )
  const end = (on: Db, { number, attempt }: Pick<Attempt, 'number' | 'attempt'>, isPaid: boolean) => {
    const ended = { number, attempt, by: member() }
    return isPaid
      ? finishProviderRefund(
          { db: on, clock },
          { ...ended, way: roll.of(['cabinet', 'transfer'] as const), document: '1' },
          record('refund_finished', number),
        )
      : withdrawProviderRefund({ db: on, clock }, ended, record('refund_withdrawn', number))
  }
  return { attempts, request, begin, end }
}

function beginnings({ db, roll }: Place, { attempts, request, begin, end }: Desk): Actions {
  const twice = async () => {
    const one = await request()
    if (one === undefined) return
    const both = await Promise.all([one, one].map((same) => steady(() => begin(db, same))))
    must(both.filter(({ kind }) => kind === 'begun').length <= 1, 'an attempt is begun once')
  }
  return {
    'two members refund a payment at once': twice,
    'two members refund one more payment at once': twice,
    'a member refunds a payment, broken off and repeated': async () => {
      const one = await request()
      if (one === undefined) return
      await begin(dying(db, roll.below(14)), one).catch(onlyCrash)
      const again = await steady(() => begin(db, one))
      const third = await steady(() => begin(db, one))
      must(again.kind !== 'begun' || third.kind === 'begun_before', 'a repeated refund does nothing')
    },
    'a member refunds a payment in two parts, or again after giving it up': async () => {
      const one = await request()
      if (one === undefined) return
      const part = { ...one, amountTiyin: 1 }
      if ((await steady(() => begin(db, part))).kind !== 'begun') return
      const ended = await steady(() => end(db, part, roll.below(2) === 0))
      const next = await steady(() => begin(db, { ...part, attempt: part.attempt + 1 }))
      must(next.kind !== 'begun' || ended.kind === 'ended', 'a payment has one refund under way at a time')
    },
    'an old request for a refund comes again': async () => {
      const former = await attempts()
      if (former.length === 0) return
      const { number, attempt, amount_tiyin: amountTiyin } = roll.of(former)
      const again = await steady(() => begin(db, { number, attempt, amountTiyin }))
      must(again.kind === 'begun_before', 'an attempt that was made is not made again')
    },
  }
}

function endings({ db, roll }: Place, { attempts, end }: Desk): Actions {
  const some = async () => {
    const all = await attempts()
    const open = all.filter(({ state }) => state === 'to_do')
    if (all.length === 0) return undefined
    return roll.of(open.length === 0 || roll.below(4) === 0 ? all : open)
  }
  const twice = async () => {
    const one = await some()
    if (one === undefined) return
    const both = await Promise.all([0, 1].map(() => steady(() => end(db, one, roll.below(2) === 0))))
    must(both.filter(({ kind }) => kind === 'ended').length <= 1, 'a refund ends once')
    must(
      one.reversal !== 'asked' || one.state !== 'to_do' || both.every(({ kind }) => kind === 'asked'),
      'what the system was asked for is ended by nobody',
    )
  }
  return {
    'two members end a refund at once': twice,
    'two members end one more refund at once': twice,
    'a member ends a refund, broken off and repeated': async () => {
      const one = await some()
      if (one === undefined) return
      const isPaid = roll.below(2) === 0
      await end(dying(db, roll.below(12)), one, isPaid).catch(onlyCrash)
      await steady(() => end(db, one, isPaid))
    },
  }
}

/** Click's merchant API: whether it does what it is asked for and whether it answers are decided separately. */
function clickOf({ db, roll }: Place) {
  const returned = new Map<string, number>()
  const paidOf = async (paymentId: string) => {
    const { rows } = await sql<{ paid: number }>`select amount_tiyin as paid from provider_tx
      where provider = 'click' and asked ->> 'click_paydoc_id' = ${paymentId}`.execute(db)
    return rows[0]?.paid ?? 0
  }
  const reverser: Reverser = {
    reverse: async (paymentId, partTiyin) => {
      if (roll.below(6) === 0) return { kind: 'not_sent', reason: 'down' }
      if (roll.below(6) === 0) return { kind: 'unknown', reason: 'lost' }
      const [paid, before] = [await paidOf(paymentId), returned.get(paymentId) ?? 0]
      const amount = partTiyin ?? paid - before
      if (amount <= 0 || before + amount > paid || roll.below(6) === 0)
        return { kind: 'refused', reason: 'error_31' }
      returned.set(paymentId, before + amount)
      return roll.below(3) === 0 ? { kind: 'unknown', reason: 'lost' } : { kind: 'reversed' }
    },
    state: async (paymentId) => {
      if (roll.below(3) === 0) return 'unknown'
      return (returned.get(paymentId) ?? 0) >= (await paidOf(paymentId)) ? 'reversed' : 'paid'
    },
  }
  return { reverser, returned }
}

function reversals(
  { db, clock, roll }: Place,
  { attempts }: Desk,
  { reverser }: ReturnType<typeof clickOf>,
): Actions {
  const settle = async (on: Db) => {
    const requested = (await attempts()).filter(
      ({ state, reversal }) => state === 'to_do' && reversal === 'asked',
    )
    const deps = { db: on, clock, log: silentLog, reverserOf: () => reverser }
    for (const { number, attempt } of requested)
      await settleReversal(deps, { provider_tx_id: number, attempt })
  }
  return {
    'click is asked to pay back': () => steady(() => settle(db)),
    'click is asked to pay back, broken off': () => settle(dying(db, roll.below(12))).catch(onlyCrash),
  }
}

/** What holds after every step; `returned`: what Click paid back of its payments. */
async function lookAtRefunds(place: Place, returned: ReadonlyMap<string, number>): Promise<void> {
  const { db, accountIds } = place
  const { rows } = await sql<{ what: string }>`
    with own as (
      select refund.*, tx.amount_tiyin as paid_tiyin, account_id, provider || ':' || external_id as reference
      from provider_refund as refund join provider_tx as tx using (provider_tx_id)
      where account_id = any(${[...accountIds]}::integer[]))
    select 'attempts of a payment together are at most the payment' as what from own where state <> 'withdrawn'
      group by provider_tx_id, paid_tiyin having sum(amount_tiyin) > paid_tiyin
    union all select 'attempts are numbered without a gap' from own
      group by provider_tx_id having count(*) <> max(attempt)
    union all select 'one attempt of a payment is open at a time' from own where state = 'to_do'
      group by provider_tx_id having count(*) > 1
    union all select 'only the last attempt of a payment is open' from own where state = 'to_do'
      and exists (select from own as later where later.provider_tx_id = own.provider_tx_id and later.attempt > own.attempt)
    union all select 'an attempt has taken its money' from own where not exists (
      select from ledger_entry as entry join ledger_entry as paid on paid.ledger_entry_id = entry.reverses_id
      where entry.ledger_entry_id = own.ledger_entry_id and paid.reference = own.reference
        and entry.amount_tiyin = -own.amount_tiyin)
    union all select 'what was given up, and nothing else, is on the balance again' from own
      where (state = 'withdrawn')::integer <> (
        select count(*) from ledger_entry where restores_id = own.ledger_entry_id)
    union all select 'each attempt, and each end by a member, is in the audit once' from own
      where 1 <> (select count(*) from security_event where event = 'payment_refunded'
          and subject = 'payment ' || provider_tx_id and after ->> 'attempt' = attempt::text)
        or (state <> 'to_do' and way is distinct from 'system')::integer <> (
          select count(*) from security_event where event in ('refund_finished', 'refund_withdrawn')
            and subject = 'payment ' || provider_tx_id and after ->> 'attempt' = attempt::text)
    limit 1`.execute(db)
  must(rows.length === 0, rows[0]?.what ?? '')
  await lookAtClick(await deskOf(place).attempts(), returned)
}

/** What Click says it did, it did; and it did nothing that finance was told to pay back without looking. */
async function lookAtClick(
  attempts: readonly Attempt[],
  returned: ReadonlyMap<string, number>,
): Promise<void> {
  const ofClick = attempts.filter(({ provider }) => provider === 'click')
  for (const paymentId of new Set(ofClick.map((one) => one.payment_id))) {
    const own = ofClick.filter((one) => one.payment_id === paymentId)
    const sum = (some: readonly Attempt[]) => some.reduce((all, one) => all + one.amount_tiyin, 0)
    const did = returned.get(paymentId) ?? 0
    const certain = sum(own.filter(({ way }) => way === 'system'))
    const possible = own.filter(
      ({ way, reversal }) => way === 'system' || reversal === 'asked' || reversal === 'unclear',
    )
    must(certain <= did, `click paid back what it confirmed (${certain} of ${did})`)
    must(did <= sum(possible), `click paid back nothing that nobody expects (${did} of ${sum(possible)})`)
    must(did <= (own[0]?.paid_tiyin ?? 0), 'click pays back at most the payment')
  }
}
