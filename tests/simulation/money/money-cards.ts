/**
 * Bank cards for the scenarios of `money-scenario.ts`, behind a gateway that loses responses: they are bound, charged
 * and refunded. What the gateway has executed is tracked here, apart from the database.
 */
import { sql } from 'kysely'
import { must, several, type Outside } from './money-modules.ts'
import { openBilling } from '#server/billing/billing.ts'
import { cardEndpoints } from '#server/api/billing/cards.ts'
import { openCards, refundPayment, type Cards } from '#server/cards/cards.ts'
import type { Db } from '#server/platform/database/database.ts'
import { silentAudit } from '#tests/kit/modules/silent-audit.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'

type Gateway = NonNullable<ReturnType<Cards['deps']['gateway']>>
interface Transaction {
  readonly orderId: number
  readonly amountTiyin: number
  state: 'open' | 'paid' | 'closed' | 'reversed'
}

/** Of `worldTariffs`; two of them are base tariffs. */
const tariffIds = [57, 58, 60, 61] as const

/** A gateway in memory: whether it executes and whether it responds are decided separately. */
const pan = '9860090101014364'
const code = '408216'

function tokenOf(accountId: number) {
  return `TOKEN-OF-THE-GATEWAY-${accountId}`
}

/** What no log may contain. */
export const secrets = [pan, code, 'TOKEN-OF-THE-GATEWAY', 'payme-key-of', 'password-of-the-tests']

function gatewayOf({ roll, seed }: Outside) {
  const transactions = new Map<number, Transaction>()
  let isQuiet = false
  const isLost = (ofTen: number) => !isQuiet && roll.below(10) < ofTen
  const lookOf = (id: number) => {
    const state = transactions.get(id)?.state ?? 'closed'
    if (state === 'paid') return { kind: 'paid', chequeId: String(id), ofdUrl: null } as const
    return { kind: state === 'reversed' ? 'closed' : state } as const
  }
  const never = async () => {
    throw new Error('no card is bound in these worlds')
  }
  let bindings = 0
  const gateway: Gateway = {
    takesTestCards: true,
    bindInit: async () => {
      bindings += 1
      const transactionId = seed * 1000 + 900 + bindings
      return isLost(2) ? { kind: 'down', reason: 'lost' } : { kind: 'sent', transactionId, phone: null }
    },
    bindConfirm: async (id, typed) => {
      if (isLost(2)) return { kind: 'down', reason: 'lost' }
      if (typed !== code) return { kind: 'refused', refusal: 'wrong_code', code: '098' }
      const card = { gatewayCardId: `${900_000_000 + id}`, token: tokenOf(id) }
      return { kind: 'bound', card, pan: '986009******4364', expiry: '3001' }
    },
    removeCard: never,
    create: async ({ orderId, amountTiyin }) => {
      if (isLost(1)) return { kind: 'down', reason: 'lost' }
      const transactionId = seed * 1000 + transactions.size + 1
      transactions.set(transactionId, { orderId, amountTiyin, state: 'open' })
      return { kind: 'created', transactionId }
    },
    name: async () => (isLost(1) ? { kind: 'down', reason: 'lost' } : { kind: 'done' }),
    apply: async ({ transactionId }) => {
      const transaction = transactions.get(transactionId)
      if (transaction === undefined || isLost(1)) return { kind: 'unknown' }
      if (transaction.state !== 'open') return { kind: 'refused', refusal: 'closed', code: '092' }
      const isPoor = roll.below(4) === 0
      transaction.state = isPoor ? 'closed' : 'paid'
      if (isLost(4)) return { kind: 'unknown' }
      return isPoor ? { kind: 'refused', refusal: 'no_money', code: '112' } : lookOf(transactionId)
    },
    getPaymentState: async ({ transactionId }) => (isLost(5) ? { kind: 'unknown' } : lookOf(transactionId)),
    reverse: async (transactionId) => {
      const transaction = transactions.get(transactionId)
      if (transaction === undefined || isLost(1)) return { kind: 'not_done', reason: 'lost' }
      if (transaction.state !== 'paid' || isLost(1)) return { kind: 'unknown', reason: 'error' }
      transaction.state = 'reversed'
      return isLost(4) ? { kind: 'unknown', reason: 'lost' } : { kind: 'reversed' }
    },
  }
  return { gateway, transactions, quiet: () => void (isQuiet = true) }
}

/** The cards module before that gateway, and the subscribers' actions with it. */
function cardCalls(world: Outside, gateway: Gateway) {
  const { db, clock, log, roll, seed, viewerIds } = world
  const opened = (on: Db): Cards => {
    const billing = openBilling({ db: on, clock })
    const cards = openCards({
      ...{
        db: on,
        clock,
        log,
        random: (bytes) => Buffer.alloc(bytes, 7),
        secret: 'of the worlds',
      },
      audit: silentAudit,
      ...{ gateway: undefined, lookPausesMs: [0], billing },
    })
    return { ...cards, deps: { ...cards.deps, gateway: () => gateway } }
  }
  const cards = opened(db)
  const call = (
    on: Cards,
    accountId: number,
    name: string,
    raw: Record<string, unknown>,
    idempotencyKey?: string,
  ) =>
    ask(cardEndpoints({ cards: on, billing: openBilling({ db, clock }) }), `cards.${name}`, raw, {
      viewer: { accountId, sessionId: 's' },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    })
  const cardIdOf = async (accountId: number) => {
    const card = {
      ...{
        account_id: accountId,
        gateway_card_id: String(accountId),
        token_sealed: cards.deps.seal.close(tokenOf(accountId)),
      },
      ...{ pan_mask: '860000******0000', expiry_yymm: '3001', created_at: new Date(clock.nowMs()) },
    }
    await db
      .insertInto('card')
      .values(card)
      .onConflict((on) => on.doNothing())
      .execute()
    const result = db.selectFrom('card').select('card_id').where('account_id', '=', accountId)
    return (await result.executeTakeFirstOrThrow()).card_id
  }
  let keys = 0
  const pay = async (on: Cards, times: number) => {
    const accountId = roll.of(viewerIds)
    const key = `${seed}-${(keys += 1)}`
    const raw = { card_id: await cardIdOf(accountId), amount: roll.of([1000, 9000, 25_000]) }
    await Promise.all(
      Array.from({ length: times }, () => steady(() => call(on, accountId, 'fillBalance', raw, key))),
    )
  }
  const sync = (accountId: number) => steady(() => call(cards, accountId, 'sync', {}))
  const bind = () => bindCard(roll.of(viewerIds), call.bind(null, cards))
  return { cards, opened, call, cardIdOf, pay, bind, sync }
}

/** A new card, with a wrong code and then with the right one; nothing more when its code was not sent. */
async function bindCard(
  accountId: number,
  call: (accountId: number, name: string, raw: Record<string, unknown>) => Promise<Record<string, unknown>>,
): Promise<void> {
  const request = (name: string, raw: Record<string, unknown>) => steady(() => call(accountId, name, raw))
  const { order_id: id } = await request('makeOrder', { amount: 9000 })
  const sent = await request('initOrder', { id, card_number: pan, card_expiry: '01/30' })
  const { card_bind_transaction_id } = sent
  if (card_bind_transaction_id === undefined) return
  for (const sms_code of ['111222', code])
    await request('confirmOrder', { id, card_bind_transaction_id, sms_code })
}

interface Activating extends Pick<ReturnType<typeof cardCalls>, 'call' | 'cardIdOf' | 'cards' | 'opened'> {
  readonly paid: () => readonly Transaction[]
  readonly brokenOff: (work: Promise<unknown>) => Promise<void>
  readonly lookAtCards: () => Promise<number>
}

/** A saved card pays for a tariff, without an idempotency key, as when a person presses twice. */
function activations(world: Outside, params: Activating) {
  const { roll, viewerIds } = world
  const { call, cardIdOf, cards, opened, paid, brokenOff, lookAtCards } = params
  const activate = async (on: Cards, times: number) => {
    const accountId = roll.of(viewerIds)
    const raw = { id: roll.of(tariffIds), card_id: await cardIdOf(accountId), replace: roll.below(2) }
    await Promise.all(
      Array.from({ length: times }, () => steady(() => call(on, accountId, 'activateTariff', raw))),
    )
  }
  return {
    'a card pays for a tariff': async () => {
      const before = paid().length
      await activate(cards, 1 + roll.below(3))
      must(paid().length <= before + 1, 'a tariff requested several times in parallel is charged once')
      await lookAtCards()
    },
    'a card pays for a tariff, broken off': () => brokenOff(activate(opened(world.dying()), 1)),
  }
}

/** The card actions, by name, and `end`: no response is lost any more, and open payments are resolved. */
export function cardsOf(world: Outside) {
  const { roll, accountIds } = world
  const { gateway, transactions, quiet } = gatewayOf(world)
  const { cards, opened, pay, bind, sync, ...calls } = cardCalls(world, gateway)
  const lookAtCards = () => cardsAreRight(world, transactions)
  const brokenOff = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => {
      if (!world.isDeath(error)) throw error
    })
    await lookAtCards()
  }
  const giveBack = (on: Cards, { orderId }: Transaction) =>
    steady(() => refundPayment(on.deps, orderId, null))
  const paid = () =>
    [...transactions.values()].filter(({ state }) => state === 'paid' || state === 'reversed')
  return {
    actions: {
      'a card pays': async () => {
        await pay(cards, 1 + roll.below(2))
        await lookAtCards()
      },
      'a card pays, broken off': () => brokenOff(pay(opened(world.dying()), 1)),
      ...activations(world, { ...calls, cards, opened, paid, brokenOff, lookAtCards }),
      'a card is bound and pays': async () => {
        await bind()
        await lookAtCards()
      },
      'a card is given back to': async () => {
        const all = paid()
        if (all.length === 0) return
        const transaction = roll.of(all)
        const ends = await several(world)(() => giveBack(cards, transaction))
        must(ends.filter((one) => one.kind === 'given_back' && one.isNew).length <= 1, 'only one refund')
        if (ends.some(({ kind }) => kind === 'given_back' || kind === 'open'))
          world.wentBack(`atmos:${transaction.orderId}`, transaction.amountTiyin)
        await lookAtCards()
      },
      'a card is given back to, broken off': async () => {
        const all = paid()
        if (all.length > 0) await brokenOff(giveBack(opened(world.dying()), roll.of(all)))
      },
      'cards are asked about': async () => {
        await sync(roll.of(world.viewerIds))
        await lookAtCards()
      },
    },
    /** All charges of the gateway are on the balances, its refunds are not, and nothing else is. */
    end: async () => {
      quiet()
      for (const accountId of accountIds) await sync(accountId)
      const started = await refundsOf(world)
      for (const transaction of transactions.values())
        if (started.some((one) => one.order_id === transaction.orderId)) await giveBack(cards, transaction)
      const credited = await lookAtCards()
      must(credited === paid().length, `card payments are in the ledger (${credited} of ${paid().length})`)
      refundsAreRight(await refundsOf(world), paid())
    },
  }
}

/** The bank's refunds equal our own. */
function refundsAreRight(refunds: Awaited<ReturnType<typeof refundsOf>>, paid: readonly Transaction[]): void {
  const back = new Set(paid.filter(({ state }) => state === 'reversed').map(({ orderId }) => orderId))
  const existing = refunds.filter(({ state }) => state === 'given_back').map((one) => one.order_id)
  must(
    existing.length === back.size && existing.every((orderId) => back.has(orderId)),
    'the bank has each refund',
  )
}

/** The refunds of this scenario, each of which has exactly the entries that belong to its state. */
async function refundsOf({ db, accountIds }: Outside) {
  const { rows } = await sql<{ order_id: number; state: string; entries: number }>`
    select order_id, card_refund.state, (
      select coalesce(sum(entry.amount_tiyin), 0)::bigint from ledger_entry as entry
      where card_refund.ledger_entry_id in (entry.ledger_entry_id, entry.restores_id)
    ) + case when card_refund.state = 'refused' then 0 else coalesce(part_tiyin, amount_tiyin) end as entries
    from card_refund join payment_order using (order_id)
    where account_id = any(${[...accountIds]}::integer[])`.execute(db)
  for (const one of rows) must(one.entries === 0, `the refund of order ${one.order_id} is in the ledger`)
  return rows
}

/** Each entry for a card has its payment at the gateway, one to one, with its amount. Returns how many. */
async function cardsAreRight({ db, accountIds }: Outside, transactions: ReadonlyMap<number, Transaction>) {
  const { rows } = await sql<{ reference: string; amount: number }>`
    select reference, amount_tiyin as amount from ledger_entry
    where account_id = any(${[...accountIds]}::integer[]) and kind = 'top_up' and reference like 'atmos:%'`.execute(
    db,
  )
  for (const { reference, amount } of rows) {
    const paid = [...transactions.values()].filter(
      ({ orderId, state }) => (state === 'paid' || state === 'reversed') && `atmos:${orderId}` === reference,
    )
    must(paid.length === 1 && paid[0]?.amountTiyin === amount, `${reference} was charged to a card once`)
  }
  return rows.length
}
