/** Contracts, rules and subscribers of dealers at the command line. */
import { randomUUID } from 'node:crypto'
import { dealerRuleKinds, dealerStates } from '#contract/console/dealers.ts'
import { type CliCommand, done, refused, shown } from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices } from '#server/cli/command/services.ts'
import { sumsOf } from '#server/billing/billing.ts'
import {
  addRule,
  attachSubscriber,
  codesOf,
  type DealerRule,
  endRule,
  entriesOf,
  linkCode,
  listDealers,
  listPayouts,
  rulesOf,
  saveDealer,
} from '#server/dealers/dealers.ts'
import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { clockText } from './period.ts'
import { dealerIdOf, wrongId } from './dealers.ts'

const clock = systemClock

/** Whole tiyin of sums as written, `49000` or `49000.50`; 0 for nothing, undefined for what is no sum. */
export function tiyinIn(written: string | undefined): number | undefined {
  if (written === undefined) return 0
  return /^-?\d{1,11}(?:\.\d{1,2})?$/.test(written) ? Math.round(Number(written) * 100) : undefined
}

/** The account of a subscriber number. */
export async function accountOf(
  { db }: { readonly db: Parameters<typeof listDealers>[0] },
  abonement: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('account')
    .select('account_id')
    .where('abonement', '=', abonement)
    .executeTakeFirst()
  return row?.account_id
}

/** A new name of a request: at the command line each is one of its own. */
export function newKey(): string {
  return randomUUID()
}

function ruleLine(one: DealerRule): string {
  const what = one.kind === 'connected' ? `${sumsOf(one.amountTiyin)} sums` : `${one.share / 100} %`
  const more = [
    ...(one.months === 0 ? [] : [`${one.months} months`]),
    ...(one.capTiyin === null ? [] : [`at most ${sumsOf(one.capTiyin)} a month`]),
  ]
  return `  rule ${one.ruleId}  ${[one.kind, what, ...more].join(', ')}  ${one.fromDay} – ${one.toDay ?? ''}`
}

export const dealersShow: CliCommand = {
  name: 'dealers show',
  usage: '<number>',
  summary: 'a dealer: balances, rules, promo codes, payouts and the last 20 entries',
  help: `Example
  npm run ekran -- dealers show 17`,
  min: 1,
  max: 1,
  run: async ({ words: [word] }, tools) => {
    const dealerId = dealerIdOf(word)
    if (dealerId === undefined) return wrongId(word)
    await using stack = new AsyncDisposableStack()
    const {
      work: { db },
    } = await openServices(tools, stack)
    const [dealer] = await listDealers(db, dealerId)
    if (dealer === undefined) return refused(`there is no dealer ${dealerId}`)
    const [rules, codes, payouts, entries] = await Promise.all([
      rulesOf(db, dealerId),
      codesOf(db, dealerId),
      listPayouts(db, { dealerId }),
      entriesOf(db, { dealerId, limit: 20 }),
    ])
    return done(
      `${dealer.dealerId}  ${shown(dealer.name)}, ${dealer.state}, ${dealer.subscribers} subscribers`,
      `  contract ${shown(dealer.contract)}, ${shown(dealer.contact)} ${shown(dealer.phone)}`,
      `  commission ${sumsOf(dealer.commissionTiyin)}, deposit ${sumsOf(dealer.depositTiyin)}, credit limit ${sumsOf(dealer.creditLimitTiyin)}`,
      ...rules.map(ruleLine),
      ...codes.map(({ code, used }) => `  code ${shown(code)}, used ${used} times`),
      ...payouts.map(
        (one) =>
          `  payout ${one.payoutId}  until ${one.toDay}, ${sumsOf(one.amountTiyin)}, ${one.state} ${shown(one.document)}`,
      ),
      ...entries.map(
        (one) =>
          `  entry ${one.entryId}  ${clockText(one.atMs)}  ${one.kind} ${sumsOf(one.amountTiyin)} ${one.abonement} ${shown(one.document || one.reason)}`,
      ),
    )
  },
}

export const dealersChange: CliCommand = {
  name: 'dealers change',
  usage: '<number> [--name …] [--contract …] [--contact …] [--phone …] [--state …] [--limit <sums>]',
  summary: 'change a dealer’s contract, or stop it',
  help: `What is not written stays as it is.

  --name, --contract, --contact, --phone   texts
  --state   active or stopped; a stopped dealer brings no new subscribers and takes no cash
  --limit   how many sums its deposit may go below zero

Example
  npm run ekran -- dealers change 17 --contract "No. 5 of 2026-11-01" --limit 500000`,
  options: {
    ...{ name: { type: 'string' }, contract: { type: 'string' }, contact: { type: 'string' } },
    ...{ phone: { type: 'string' }, state: { type: 'string' }, limit: { type: 'string' } },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const dealerId = dealerIdOf(input.words[0])
    if (dealerId === undefined) return wrongId(input.words[0])
    const state = dealerStates.find((one) => one === input.text('state'))
    if (input.text('state') !== undefined && state === undefined)
      return refused('--state is active or stopped')
    const limit = tiyinIn(input.text('limit'))
    if (limit === undefined || limit < 0) return refused('--limit is a sum, 0 or more')
    const words = ['name', 'contract', 'contact', 'phone'] as const
    const long = words.find((name) => (input.text(name) ?? '').length > (name === 'phone' ? 40 : 100))
    if (long !== undefined) return refused(`--${long} is too long`)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const [now] = await listDealers(work.db, dealerId)
    if (now === undefined) return refused(`there is no dealer ${dealerId}`)
    const fields = {
      ...{ name: input.text('name')?.trim() || now.name, contract: input.text('contract') ?? now.contract },
      ...{ contact: input.text('contact') ?? now.contact, phone: input.text('phone') ?? now.phone },
      ...{ state: state ?? now.state },
      creditLimitTiyin: input.text('limit') === undefined ? now.creditLimitTiyin : limit,
    }
    const saved = await saveDealer(
      { db: work.db, clock },
      { dealerId, version: now.version, ...fields, by: undefined, isConfirmed: true },
      operatorEntry({ audit }, () => ({
        event: 'dealer_saved',
        change: { section: 'payments', subject: `dealer ${dealerId}`, after: { ...fields } },
      })),
    )
    if (saved.kind === 'owes_more') return refused(`it owes ${sumsOf(saved.owesTiyin)} sums`)
    if (saved.kind !== 'saved') return refused('it was changed meanwhile: look again')
    return done(`Dealer ${dealerId} is changed.`)
  },
}

export const dealersRule: CliCommand = {
  name: 'dealers rule',
  usage:
    '<number> --kind <kind> (--share <percent> | --sum <sums>) [--months <n>] [--cap <sums>] [--from <day>] [--to <day>]',
  summary: 'add a rule of commission, from today or later',
  help: `  --kind     first_payment or every_payment (with --share), connected (with --sum)
  --share    percent of the payment, 0.01 to 100
  --sum      for a subscriber whose first period was charged
  --months   of every_payment: since the subscriber belongs to the dealer; without it there is no end
  --cap      the most by this rule in a calendar month
  --from, --to   days of Tashkent; without them from today on

Example
  npm run ekran -- dealers rule 17 --kind every_payment --share 10 --months 12`,
  options: {
    ...{ kind: { type: 'string' }, share: { type: 'string' }, sum: { type: 'string' } },
    ...{ months: { type: 'string' }, cap: { type: 'string' } },
    ...{ from: { type: 'string' }, to: { type: 'string' } },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const dealerId = dealerIdOf(input.words[0])
    if (dealerId === undefined) return wrongId(input.words[0])
    const kind = dealerRuleKinds.find((one) => one === input.text('kind'))
    if (kind === undefined) return refused(`--kind is one of ${dealerRuleKinds.join(', ')}`)
    const [share, amount, cap] = [
      tiyinIn(input.text('share')),
      tiyinIn(input.text('sum')),
      tiyinIn(input.text('cap')),
    ]
    if (share === undefined || share < 0 || share > 10_000) return refused('--share is 0.01 to 100')
    if (amount === undefined || amount < 0) return refused('--sum is a sum')
    if (cap === undefined || cap < 0) return refused('--cap is a sum')
    const months = Number(input.text('months') ?? 0)
    if (!Number.isInteger(months) || months < 0 || months > 120) return refused('--months is 1 to 120')
    const [fromDay, toDay] = [input.text('from') ?? todayText(), input.text('to') ?? null]
    if (!isCalendarDay(fromDay) || (toDay !== null && !isCalendarDay(toDay)))
      return refused('write days as 2026-11-27')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const rule = {
      dealerId,
      kind,
      share,
      amountTiyin: amount,
      months,
      capTiyin: cap === 0 ? null : cap,
      fromDay,
      toDay,
    }
    const added = await addRule(
      { db: work.db, clock },
      rule,
      operatorEntry({ audit }, ({ ruleId }) => {
        const after = { rule: ruleId, ...rule }
        const change = { section: 'payments', subject: `dealer ${dealerId}`, after }
        return { event: 'dealer_rule_added', change }
      }),
    )
    switch (added.kind) {
      case 'unknown_dealer':
        return refused(`there is no dealer ${dealerId}`)
      case 'past':
        return refused('rules begin today or later')
      case 'wrong':
        return refused(
          'a share is for payments, a sum for connected, months for every_payment; --to is not before --from',
        )
      case 'added':
        return done(`Rule ${added.ruleId} is added.`)
    }
  },
}

function todayText(): string {
  return clockText(clock.nowMs()).slice(0, 10)
}

export const dealersRuleEnd: CliCommand = {
  name: 'dealers rule-end',
  usage: '<rule> [--to <day>]',
  summary: 'set the last day of a rule of commission: today or later',
  help: `Example
  npm run ekran -- dealers rule-end 3 --to 2026-12-31`,
  options: { to: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const ruleId = dealerIdOf(input.words[0])
    const toDay = input.text('to') ?? todayText()
    if (ruleId === undefined) return refused(`${shown(input.words[0] ?? '')} is no number of a rule`)
    if (!isCalendarDay(toDay)) return refused('write a day as 2026-11-27')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const ended = await endRule(
      { db: work.db, clock },
      { ruleId, toDay },
      operatorEntry({ audit }, ({ dealerId }) => {
        const after = { rule: ruleId, to: toDay }
        const change = { section: 'payments', subject: `dealer ${dealerId}`, after }
        return { event: 'dealer_rule_ended', change }
      }),
    )
    if (ended.kind === 'unknown') return refused(`there is no rule ${ruleId}`)
    if (ended.kind === 'past') return refused('it is over, or the day is: choose today or later')
    if (ended.kind === 'later')
      return refused(`it ends on ${ended.endsOn} as it is: add another rule for the days after it`)
    return done(`Rule ${ruleId} ends on ${toDay}.`)
  },
}

export const dealersAttach: CliCommand = {
  name: 'dealers attach',
  usage: '<subscriber> --dealer <number>|none --reason <text>',
  summary: 'attach a subscriber to a dealer from now on, or to none',
  help: `What was earned with earlier payments stays with the former dealer.

Example
  npm run ekran -- dealers attach 10000001 --dealer 17 --reason "Connected in the shop"`,
  options: { dealer: { type: 'string' }, reason: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [abonement = ''] = input.words
    const [word, reason] = [input.text('dealer') ?? '', input.text('reason')?.trim() ?? '']
    const dealerId = word === 'none' ? null : dealerIdOf(word)
    if (dealerId === undefined) return wrongId(word)
    if (reason.length < 3 || reason.length > 200) return refused('--reason has 3 to 200 characters')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const accountId = await accountOf(work, abonement)
    if (accountId === undefined) return refused(`there is no subscriber ${shown(abonement)}`)
    const attached = await attachSubscriber(
      { db: work.db, clock },
      { accountId, dealerId, reason, by: undefined },
      operatorEntry({ audit }, ({ formerDealerId }) => ({
        ...{ event: 'dealer_subscriber_moved', accountId },
        change: {
          ...{ section: 'payments', subject: `dealer ${word}` },
          ...{ before: { dealer: formerDealerId ?? 0 }, after: { dealer: dealerId ?? 0, reason } },
        },
      })),
    )
    if (attached.kind === 'unknown_dealer') return refused(`there is no dealer ${word}`)
    if (attached.kind === 'same') return done('Nothing changed.')
    return done(
      dealerId === null
        ? `${abonement} belongs to no dealer.`
        : `${abonement} belongs to dealer ${dealerId}.`,
    )
  },
}

export const dealersCode: CliCommand = {
  name: 'dealers code',
  usage: '<number> <code>',
  summary: 'make a promo code a dealer’s',
  help: `Who uses the code and belongs to nobody belongs to the dealer.

Example
  npm run ekran -- dealers code 17 CHILONZOR`,
  min: 2,
  max: 2,
  run: async ({ words: [number, written = ''] }, tools) => {
    const dealerId = dealerIdOf(number)
    if (dealerId === undefined) return wrongId(number)
    const code = written.replace(/\s+/g, '').toUpperCase()
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const linked = await linkCode(
      work.db,
      { dealerId, code },
      operatorEntry({ audit }, () => {
        const change = { section: 'payments', subject: `dealer ${dealerId}`, after: { code } }
        return { event: 'dealer_code_linked', change }
      }),
    )
    if (linked === 'unknown_dealer') return refused(`there is no dealer ${dealerId}`)
    if (linked !== 'linked') return refused('there is no such code, or it belongs to another dealer')
    return done(`${shown(code)} belongs to dealer ${dealerId}.`)
  },
}
