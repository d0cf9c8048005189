/** Money of dealers at the command line, whose operator is one person. */
import { type CliCommand, done, type Outcome, refused, shown } from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices } from '#server/cli/command/services.ts'
import { sumsOf } from '#server/billing/billing.ts'
import {
  actOnPayout,
  type CashTaken,
  changeDeposit,
  type DealerDone,
  checkDealers,
  preparePayout,
  returnCash,
  takeCash,
} from '#server/dealers/dealers.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { dealerIdOf, wrongId } from './dealers.ts'
import { accountOf, newKey, tiyinIn } from './dealers-contract.ts'

const clock = systemClock

function changeOf(dealerId: number, after: Readonly<Record<string, unknown>>) {
  return { section: 'payments', subject: `dealer ${dealerId}`, after }
}

function wordsOf(outcome: Exclude<CashTaken, { readonly kind: 'done' | 'repeated' }>): Outcome {
  switch (outcome.kind) {
    case 'unknown_dealer':
      return refused('there is no such dealer')
    case 'other_request':
      return refused('this key was used for another sum')
    case 'stopped':
      return refused('the dealer is stopped')
    case 'over_limit':
      return refused(`${sumsOf(outcome.limitTiyin)} sums at most`)
    case 'closed':
      return refused('the subscriber is closed, erased or for trying: it takes no money')
    case 'insufficient':
      return refused(`${sumsOf(outcome.availableTiyin)} sums are available`)
  }
}

export const dealersDeposit: CliCommand = {
  name: 'dealers deposit',
  usage: '<number> --sum <sums> --document <number> [--back]',
  summary: 'write that a dealer paid in, or got money back',
  help: `  --sum        sums, above 0
  --document   of the payment order or the cash receipt
  --back       the dealer got money back: what is left, never credit

Example
  npm run ekran -- dealers deposit 17 --sum 1000000 --document "PO 55"`,
  options: { sum: { type: 'string' }, document: { type: 'string' }, back: { type: 'boolean' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const dealerId = dealerIdOf(input.words[0])
    const [sum, document] = [tiyinIn(input.text('sum')) ?? 0, input.text('document')?.trim() ?? '']
    if (dealerId === undefined) return wrongId(input.words[0])
    if (sum <= 0) return refused('--sum is a sum above 0')
    if (document === '' || document.length > 100) return refused('--document has 1 to 100 characters')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const amountTiyin = input.flag('back') ? -sum : sum
    const request = { dealerId, amountTiyin, document, key: newKey(), by: undefined }
    const record = operatorEntry<DealerDone>({ audit }, ({ depositTiyin }) => {
      const after = { amount: sumsOf(amountTiyin), document, deposit: sumsOf(depositTiyin) }
      return { event: 'dealer_deposit', change: changeOf(dealerId, after) }
    })
    const outcome = await changeDeposit({ db: work.db, clock }, request, record)
    if (outcome.kind !== 'done' && outcome.kind !== 'repeated') return wordsOf(outcome)
    return done(`The deposit of dealer ${dealerId} is ${sumsOf(outcome.depositTiyin)} sums.`)
  },
}

export const dealersCash: CliCommand = {
  name: 'dealers cash',
  usage: '<number> --subscriber <number> --sum <sums>',
  summary: 'top up a subscriber from a dealer’s deposit, for cash that the dealer took',
  help: `Example
  npm run ekran -- dealers cash 17 --subscriber 10000001 --sum 49000`,
  options: { subscriber: { type: 'string' }, sum: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const dealerId = dealerIdOf(input.words[0])
    const [amountTiyin, abonement] = [tiyinIn(input.text('sum')) ?? 0, input.text('subscriber') ?? '']
    if (dealerId === undefined) return wrongId(input.words[0])
    if (amountTiyin <= 0) return refused('--sum is a sum above 0')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const accountId = await accountOf(work, abonement)
    if (accountId === undefined) return refused(`there is no subscriber ${shown(abonement)}`)
    const request = { dealerId, accountId, amountTiyin, key: newKey(), by: undefined }
    const record = operatorEntry<DealerDone>({ audit }, ({ depositTiyin }) => {
      const after = { amount: sumsOf(amountTiyin), deposit: sumsOf(depositTiyin) }
      return { event: 'dealer_cash', accountId, change: changeOf(dealerId, after) }
    })
    const outcome = await takeCash({ db: work.db, clock }, request, record)
    if (outcome.kind !== 'done' && outcome.kind !== 'repeated') return wordsOf(outcome)
    return done(`${abonement} is topped up; the deposit is ${sumsOf(outcome.depositTiyin)} sums.`)
  },
}

export const dealersCashBack: CliCommand = {
  name: 'dealers cash-back',
  usage: '<entry> --reason <text>',
  summary: 'take a wrong top-up back to the dealer’s deposit, wholly',
  help: `"dealers show" has the numbers of entries. The subscriber’s balance must have the whole of it.

Example
  npm run ekran -- dealers cash-back 118 --reason "Wrong subscriber"`,
  options: { reason: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const dealerEntryId = dealerIdOf(input.words[0])
    const reason = input.text('reason')?.trim() ?? ''
    if (dealerEntryId === undefined) return refused(`${shown(input.words[0] ?? '')} is no number of an entry`)
    if (reason.length < 3 || reason.length > 200) return refused('--reason has 3 to 200 characters')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const back = await returnCash(
      { db: work.db, clock },
      { dealerEntryId, reason, by: undefined },
      operatorEntry({ audit }, ({ accountId, dealerId, amountTiyin }) => {
        const after = { amount: sumsOf(amountTiyin), reason }
        return { event: 'dealer_cash_returned', accountId, change: changeOf(dealerId, after) }
      }),
    )
    switch (back.kind) {
      case 'unknown':
        return refused('it is no cash of a dealer')
      case 'returned_before':
        return refused('it was taken back before')
      case 'not_covered':
        return refused('the subscriber has spent it')
      case 'returned':
        return done(`${sumsOf(back.amountTiyin)} sums are back on the deposit of dealer ${back.dealerId}.`)
    }
  },
}

export const dealersPayout: CliCommand = {
  name: 'dealers payout',
  usage: '<number> --month <month>',
  summary: 'prepare the payout of what a dealer earned until the end of a month',
  help: `A member of staff approves it in the console: the command line counts as one person.

Example
  npm run ekran -- dealers payout 17 --month 2026-11`,
  options: { month: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const dealerId = dealerIdOf(input.words[0])
    const month = input.text('month') ?? ''
    if (dealerId === undefined) return wrongId(input.words[0])
    if (!/^20\d\d-(?:0[1-9]|1[0-2])$/.test(month)) return refused('write the month as 2026-11')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const made = await preparePayout(
      { db: work.db, clock },
      { dealerId, month, by: undefined },
      operatorEntry({ audit }, ({ payoutId, amountTiyin }) => {
        const after = { payout: payoutId, month, amount: sumsOf(amountTiyin) }
        return { event: 'dealer_payout_prepared', change: changeOf(dealerId, after) }
      }),
    )
    if (made.kind !== 'prepared') return refused(reasons[made.kind])
    return done(`Payout ${made.payoutId}: ${sumsOf(made.amountTiyin)} sums.`)
  },
}

const reasons = {
  unknown_dealer: 'there is no such dealer',
  not_over: 'the month is not over in Tashkent',
  open_before: 'another payout of the dealer is open: pay it or cancel it',
  nothing: 'there is nothing to pay',
} as const

export const dealersPayoutStep: CliCommand = {
  name: 'dealers payout-step',
  usage: '<payout> approve|pay|cancel [--document <number>]',
  summary: 'approve a payout that a member of staff prepared, mark it as paid, or cancel it',
  help: `  --document   of the payment order; with pay

Example
  npm run ekran -- dealers payout-step 4 pay --document "PO 77"`,
  options: { document: { type: 'string' } },
  min: 2,
  max: 2,
  run: async (input, tools) => {
    const payoutId = dealerIdOf(input.words[0])
    const step = (['approve', 'pay', 'cancel'] as const).find((one) => one === input.words[1])
    const document = input.text('document')?.trim() ?? ''
    if (payoutId === undefined) return refused(`${shown(input.words[0] ?? '')} is no number of a payout`)
    if (step === undefined) return refused('the step is approve, pay or cancel')
    if (step === 'pay' && (document === '' || document.length > 100))
      return refused('--document has 1 to 100 characters')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const act = { payoutId, step, by: undefined, ...(step === 'pay' ? { document } : {}) }
    const outcome = await actOnPayout(
      { db: work.db, clock },
      act,
      operatorEntry({ audit }, ({ dealerId, amountTiyin, before, state }) => {
        const facts = { payout: payoutId, amount: sumsOf(amountTiyin) }
        const change = changeOf(dealerId, { ...facts, state, document })
        return { event: 'dealer_payout_changed', change: { ...change, before: { ...facts, state: before } } }
      }),
    )
    switch (outcome.kind) {
      case 'unknown':
        return refused(`there is no payout ${payoutId}`)
      case 'wrong_state':
        return refused(`it is ${outcome.state}`)
      case 'same_person':
        return refused('the command line has prepared it: another person approves it')
      case 'less':
        return refused(
          `the dealer has ${sumsOf(outcome.commissionTiyin)} sums only: cancel it and prepare another`,
        )
      case 'done':
        return done(`Payout ${payoutId} is ${outcome.state}.`)
    }
  },
}

export const dealersCheck: CliCommand = {
  name: 'dealers check',
  usage: '',
  summary: 'recompute the dealers’ books',
  help: `Balances from entries, cash on both sides, commissions and payouts. The exit code is 1 when something is wrong.

Example
  npm run ekran -- dealers check`,
  min: 0,
  max: 0,
  run: async (_input, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const what = await checkDealers(work.db)
    return what === undefined ? done('The books of the dealers are whole.') : { kind: 'bad', lines: [what] }
  },
}
