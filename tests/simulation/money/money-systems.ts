/**
 * Click, Paynet and Uzum Bank for the scenarios of `money-scenario.ts`: each pays, repeats its requests, is
 * interrupted, and refunds what it can. What they have executed is tracked here, apart from the database.
 */
import { createHash } from 'node:crypto'
import { abonementOf, basic, adapterOf, must, several, type Actions, type Outside } from './money-modules.ts'
import type { Db } from '#server/platform/database/database.ts'
import { merchantEnv } from '#tests/kit/modules/merchants-module.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'

interface Payment {
  readonly id: number
  readonly accountId: number
  readonly amountTiyin: number
  readonly timeMs: number
  state: 'new' | 'paid' | 'ended'
}

/** The result of a system's requests: each is repeated as the system would, and gets the same response. */
interface Caller {
  readonly system: 'click' | 'paynet' | 'uzum'
  /** All of a payment. True when it was accepted now; false when it was accepted or ended before. */
  pay(db: Db, payment: Payment): Promise<boolean>
  /** Refunds it: true, or false when the deposit does not cover it or it is over. Click cannot refund. */
  giveBack?(db: Db, payment: Payment): Promise<boolean>
}

/** The events, and `end`: the systems' statements contain the same money as their own state (I16). */
export function systemsOf(world: Outside): { readonly actions: Actions; end(): Promise<void> } {
  const seen: Payment[] = []
  const paynet = paynetOf(world)
  const acting = [clickOf(world), paynet, uzumOf(world)].map((caller) => {
    const own: Payment[] = []
    return { ...actionsOf(world, caller, seen, own), own }
  })
  const actions = Object.assign({}, ...acting.map((one) => one.actions)) as Actions
  return { actions, end: () => paynet.stated(acting[1]?.own ?? []) }
}

function actionsOf(world: Outside, caller: Caller, existing: Payment[], own: Payment[]) {
  const { roll, db, seed, accountIds, clock } = world
  const { system, giveBack } = caller
  const begin = (): Payment => {
    const amountTiyin = roll.of([900_000, 2_500_000, 4_000_000, 123_450])
    const id = seed * 1000 + existing.length
    const payment: Payment = {
      id,
      accountId: roll.of(accountIds),
      amountTiyin,
      timeMs: clock.nowMs(),
      state: 'new',
    }
    existing.push(payment)
    own.push(payment)
    return payment
  }
  const took = (payment: Payment) => {
    must(payment.state === 'new', `${system} pays a payment once`)
    payment.state = 'paid'
    world.paidIn({ ...payment, reference: `${system}:${payment.id}` })
  }
  const pay = async (payment: Payment) => {
    const taken = await several(world)(() => steady(() => caller.pay(db, payment)))
    const times = taken.filter(Boolean).length
    must(times <= 1, `${system} gets one response that it is accepted now`)
    if (times === 1) took(payment)
  }
  const actions = {
    [`${system} pays`]: async () => {
      const payment = begin()
      await pay(payment)
      must(payment.state === 'paid', `a payment of ${system} is accepted`)
      if (roll.below(2) === 0) await pay(payment)
    },
    [`${system} pays, broken off and repeated`]: async () => {
      const payment = begin()
      const done = await caller.pay(world.dying(), payment).catch((error: unknown) => {
        if (!world.isDeath(error)) throw error
        return false
      })
      if (done) took(payment)
      const again = await steady(() => caller.pay(db, payment))
      if (again) took(payment)
      else if (payment.state === 'new') {
        // It died after the payment was stored and before it could respond: the response is now that it is paid.
        payment.state = 'paid'
        world.paidIn({ ...payment, reference: `${system}:${payment.id}` })
      }
    },
  }
  if (giveBack === undefined) return { actions }
  return { actions: { ...actions, [`${system} gives back`]: () => goBack(world, caller, own) } }
}

/** One of its payments is refunded, with several parallel requests. */
async function goBack(world: Outside, { system, giveBack }: Caller, own: readonly Payment[]) {
  if (own.length === 0 || giveBack === undefined) return
  const payment = world.roll.of(own)
  const gone = await several(world)(() => steady(() => giveBack(world.db, payment)))
  must(new Set(gone).size === 1, `${system} gets the same response to a repeated refund`)
  if (!gone[0]) return
  if (payment.state === 'paid') world.wentBack(`${system}:${payment.id}`, payment.amountTiyin)
  payment.state = 'ended'
}

function clickOf(world: Outside): Caller {
  const secret = new URLSearchParams(merchantEnv.EKRAN_CLICK).get('secret') ?? ''
  const form = (payment: Payment, action: '0' | '1', more: Record<string, string>) => {
    const fields: Record<string, string> = {
      ...{ click_trans_id: String(payment.id), service_id: '4321', click_paydoc_id: String(payment.id) },
      ...{
        merchant_trans_id: abonementOf(payment.accountId),
        amount: (payment.amountTiyin / 100).toFixed(2),
      },
      ...{ action, error: '0', error_note: 'Success', sign_time: '2026-01-01 00:00:00', ...more },
    }
    const at = (name: string) => fields[name] ?? ''
    const signed = [at('click_trans_id'), at('service_id'), secret, at('merchant_trans_id')]
    const text = [...signed, at('merchant_prepare_id'), at('amount'), action, at('sign_time')].join('')
    return new URLSearchParams({
      ...fields,
      sign_string: createHash('md5').update(text).digest('hex'),
    }).toString()
  }
  return {
    system: 'click',
    pay: async (db, payment) => {
      const click = adapterOf(world, db, 'click')
      const prepared = await click({ action: 'prepare', body: form(payment, '0', {}) })
      if (prepared['error'] !== 0) {
        must(prepared['error'] === -4, `click may pay (${String(prepared['error'])})`)
        return false
      }
      const more = { merchant_prepare_id: String(prepared['merchant_prepare_id']) }
      const completed = await click({ action: 'complete', body: form(payment, '1', more) })
      must([0, -4].includes(Number(completed['error'])), 'click completes what it prepared')
      return completed['error'] === 0
    },
  }
}

/** `2026-11-22 18:04:05`, in Tashkent. */
function clockText(ms: number) {
  return new Date(ms + 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

function paynetOf(world: Outside): Caller & { stated(payments: readonly Payment[]): Promise<void> } {
  const { db: whole } = world
  const authorization = basic('paynet', 'paynet-password-of-the-tests')
  const call = async (db: Db, method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { serviceId: 1, ...params } })
    const report = await adapterOf(world, db, 'paynet')({ authorization, body })
    return report as {
      result?: { statements?: { transactionId: number; amount: number }[] }
      error?: { code: number }
    }
  }
  return {
    system: 'paynet',
    pay: async (db, { id, amountTiyin, accountId }) => {
      const fields = { client_id: abonementOf(accountId) }
      const report = await call(db, 'PerformTransaction', { transactionId: id, amount: amountTiyin, fields })
      must(report.error === undefined || report.error.code === 201, 'paynet may pay')
      return report.error === undefined
    },
    giveBack: async (db, { id }) => {
      const report = await call(db, 'CancelTransaction', { transactionId: id })
      must(
        report.error === undefined || report.error.code === 77,
        'paynet gives back what the deposit covers',
      )
      return report.error === undefined
    },
    stated: async (payments) => {
      for (const timeMs of new Set(payments.map((one) => one.timeMs))) {
        const moment = clockText(timeMs)
        const { result } = await steady(() =>
          call(whole, 'GetStatement', { dateFrom: moment, dateTo: moment }),
        )
        // Other scenarios have paid in that second too.
        const isOurs = (id: number) => Math.floor(id / 1000) === world.seed
        const theirs = (result?.statements ?? []).filter(({ transactionId }) => isOurs(transactionId))
        const ours = payments.filter((one) => one.state === 'paid' && clockText(one.timeMs) === moment)
        const sum = theirs.reduce((all, { amount }) => all + amount, 0)
        const due = ours.reduce((all, { amountTiyin }) => all + amountTiyin, 0)
        must(
          sum === due && theirs.length === ours.length,
          `I16 a statement of paynet adds up (${sum} tiyin where ${due} stay)`,
        )
      }
    },
  }
}

function uzumOf(world: Outside): Caller {
  const authorization = basic('uzum', 'uzum-password-of-the-tests')
  const call = async (db: Db, action: string, { id, accountId, amountTiyin }: Payment) => {
    const params = { account: abonementOf(accountId) }
    const about = { serviceId: 101, timestamp: 1, transId: `${id}`, params, amount: amountTiyin }
    const report = await adapterOf(world, db, 'uzum')({ action, authorization, body: JSON.stringify(about) })
    return report['errorCode'] ?? report['status']
  }
  return {
    system: 'uzum',
    pay: async (db, payment) => {
      const created = await call(db, 'create', payment)
      if (created !== 'CREATED') must(created === '10008', `uzum may pay (${String(created)})`)
      const confirmed = await call(db, 'confirm', payment)
      must(confirmed === 'CONFIRMED', 'uzum confirms what it created, however often')
      // Its responses are always the same: it has accepted exactly what it did not have before.
      if (payment.state !== 'new') return false
      payment.state = 'paid'
      world.paidIn({ ...payment, reference: `uzum:${payment.id}` })
      return false
    },
    giveBack: async (db, payment) => {
      const report = await call(db, 'reverse', payment)
      must(report === 'REVERSED' || report === '10003', 'uzum refunds what the deposit covers')
      return report === 'REVERSED'
    },
  }
}
