/** What the call centre does for a subscriber, at the command line. */
import { openBilling, sumsOf } from '#server/billing/billing.ts'
import { named } from '#server/cli/accounts/account-command.ts'
import { type CliCommand, done, moment, refused } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { tiyinOfSums } from '#server/merchants/merchants.ts'
import {
  connectTariff,
  endTariff,
  giveDaysByHand,
  moveByHand,
  saveGoodwillTemplate,
  takeBackAct,
} from '#server/subscribers/subscribers.ts'
import { actCommand, stoppedWords, wholeOption } from './act-command.ts'

const maxSum = 100_000_000

function moneyCommand(kind: 'credit' | 'debit', summary: string, help: string): CliCommand {
  return actCommand({
    name: `subscribers ${kind}`,
    usage: kind === 'credit' ? '--sum <sums> [--goodwill]' : '--sum <sums>',
    summary,
    help,
    options: {
      sum: { type: 'string' },
      ...(kind === 'credit' ? { goodwill: { type: 'boolean' as const } } : {}),
    },
    work: async ({ account, input, deps, request }) => {
      const sum = wholeOption(input, 'sum', maxSum)
      if (sum === undefined) return refused(`--sum is a whole number of sums, 1 to ${maxSum}`)
      const purpose = kind === 'credit' && input.flag('goodwill') ? 'goodwill' : 'correction'
      const outcome = await moveByHand(deps, { ...request, kind, purpose, amountTiyin: sum * 100 })
      switch (outcome.kind) {
        case 'acted': {
          const { actId, result } = outcome.act
          const [before, after] = [sumsOf(result.beforeTiyin), sumsOf(result.afterTiyin)]
          return done(
            `Act ${actId}: the balance of ${named(account)} was ${before} sums and is ${after}.`,
            ...result.resumes.map(
              (one) => `  tariff ${one.tariffId} goes on, next charge ${moment(one.nextMs)}`,
            ),
          )
        }
        case 'not_covered':
          return refused(`the balance is ${sumsOf(outcome.balanceTiyin)} sums: no more can be taken`)
        case 'beyond':
          return refused(`the limit is ${outcome.each}`)
        default:
          return refused(stoppedWords(outcome))
      }
    },
  })
}

export const subscribersCredit = moneyCommand(
  'credit',
  'add money to a balance by hand',
  `Adds the sum to the balance against the service account "corrections", or "goodwill" for an apology; suspended
tariffs that it covers go on. "subscribers take-back" reverses it while it is not spent.

  --sum       whole sums
  --goodwill  it is an apology
  --reason    why; the staff sees it

Example
  npm run ekran -- subscribers credit +998901234567 --sum 20000 --goodwill --reason "Interruption on Monday"`,
)
export const subscribersDebit = moneyCommand(
  'debit',
  'take money from a balance by hand',
  `Takes the sum from the balance against the service account "corrections", never below zero.

  --sum     whole sums
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers debit +998901234567 --sum 5000 --reason "Credited twice"`,
)

export const subscribersGift = actCommand({
  name: 'subscribers gift',
  usage: '--tariff <id> --days <days>',
  summary: 'give days on a connected tariff',
  help: `Moves the end of the paid time by whole days; nothing is charged until then. A suspended tariff goes on now.
"subscribers take-back" takes the days back while none of them has begun.

  --tariff  the number of the tariff
  --days    1 to 365
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers gift +998901234567 --tariff 57 --days 3 --reason "Interruption on Monday"`,
  options: { tariff: { type: 'string' }, days: { type: 'string' } },
  work: async ({ account, input, deps, request }) => {
    const [tariffId, days] = [wholeOption(input, 'tariff', 999_999), wholeOption(input, 'days', 365)]
    if (tariffId === undefined || days === undefined) return refused('give --tariff and --days (1 to 365)')
    const outcome = await giveDaysByHand(deps, { ...request, tariffId, days })
    switch (outcome.kind) {
      case 'acted':
        return done(
          `Act ${outcome.act.actId}: tariff ${tariffId} of ${named(account)} is paid until ` +
            `${moment(outcome.act.result.afterMs)}.`,
        )
      case 'not_connected':
        return refused(`tariff ${tariffId} is not connected`)
      case 'beyond':
        return refused(`the limit is ${outcome.each}`)
      default:
        return refused(stoppedWords(outcome))
    }
  },
})

export const subscribersTakeBack = actCommand({
  name: 'subscribers take-back',
  usage: '--act <number>',
  summary: 'take back a credit, a debit or given days',
  help: `Reverses what an act gave or took, once, while it was not used: by an entry against it, or by moving the end of the
paid time back. The number of the act is in the result of its command and in the audit.

  --act     the number of the act
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers take-back +998901234567 --act 12 --reason "The wrong subscriber"`,
  options: { act: { type: 'string' } },
  work: async ({ account, input, deps, request }) => {
    const actId = wholeOption(input, 'act', 999_999_999)
    if (actId === undefined) return refused('give the number of the act after --act')
    const outcome = await takeBackAct(deps, { ...request, actId })
    switch (outcome.kind) {
      case 'taken':
        return done(`Taken back; the balance of ${named(account)} is ${sumsOf(outcome.balanceTiyin)} sums.`)
      case 'taken_before':
        return refused(`it was taken back already (${outcome.byName || 'operator'}, ${moment(outcome.atMs)})`)
      case 'beyond':
        return refused(`the limit is ${outcome.each}`)
      case 'spent':
        return refused('it was used: the money is spent, or the days have begun')
      case 'not_found':
        return refused(`${named(account)} has no act ${actId} that can be taken back`)
      default:
        return refused(stoppedWords(outcome))
    }
  },
})

export const subscribersConnect = actCommand({
  name: 'subscribers connect',
  usage: '--tariff <id> --sum <sums>',
  summary: 'connect, change or resume a tariff from the balance',
  help: `Connects the tariff by the rules of the site: it is charged from the balance, a base tariff replaces the former one,
a suspended one is resumed. The cost must be the one that is given.

  --tariff  the number of the tariff
  --sum     what it costs now, in sums, also 12345.67; 0 for a tariff that is renewed again
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers connect +998901234567 --tariff 57 --sum 25000 --reason "Asked by telephone"`,
  options: { tariff: { type: 'string' }, sum: { type: 'string' } },
  work: async ({ account, input, deps, request }) => {
    const tariffId = wholeOption(input, 'tariff', 999_999)
    const agreedTiyin = tiyinOfSums(input.text('sum') ?? '')
    if (tariffId === undefined || agreedTiyin === undefined || agreedTiyin > maxSum * 100)
      return refused('give --tariff and --sum')
    const billing = openBilling(deps)
    const outcome = await connectTariff(
      { ...deps, billing },
      { ...request, tariffId, agreedTiyin, replacesBase: true },
    )
    switch (outcome.kind) {
      case 'acted':
        return done(
          `Act ${outcome.act.actId}: tariff ${tariffId} of ${named(account)} costs ` +
            `${sumsOf(outcome.act.result.costTiyin)} sums; ${sumsOf(outcome.act.result.balanceTiyin)} are left.` +
            (outcome.act.result.plannedMs > 0
              ? ` It begins at ${new Date(outcome.act.result.plannedMs).toISOString()}, when the present one ends.`
              : ''),
        )
      case 'refused':
        return refused(`it is not connected: ${outcome.failure}`)
      case 'insufficient':
        return refused(`${sumsOf(outcome.missingTiyin)} sums are missing on the balance`)
      case 'price_changed':
        return refused(`it costs ${sumsOf(outcome.costTiyin)} sums`)
      default:
        return refused(stoppedWords(outcome))
    }
  },
})

const modes = { 'renewal-off': 'renewal_off', 'renewal-on': 'renewal_on', now: 'now' } as const

export const subscribersEnd = actCommand({
  name: 'subscribers end',
  usage: '--tariff <id> --mode <renewal-off|renewal-on|now>',
  summary: 'end a tariff, or switch its renewal off or on',
  help: `Switches the renewal off (what is paid for stays), on again, or the tariff off at once; nothing is paid back.

  --tariff  the number of the tariff
  --mode    renewal-off, renewal-on or now
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers end +998901234567 --tariff 57 --mode renewal-off --reason "Moves abroad"`,
  options: { tariff: { type: 'string' }, mode: { type: 'string' } },
  work: async ({ account, input, deps, request }) => {
    const tariffId = wholeOption(input, 'tariff', 999_999)
    const mode = Object.entries(modes).find(([name]) => name === input.text('mode'))?.[1]
    if (tariffId === undefined || mode === undefined)
      return refused('give --tariff and --mode: renewal-off, renewal-on or now')
    const outcome = await endTariff(deps, { ...request, tariffId, mode })
    if (outcome.kind === 'acted') return done(`Act ${outcome.act.actId}: done for ${named(account)}.`)
    if (outcome.kind === 'not_connected') return refused(`tariff ${tariffId} is not connected`)
    return refused(stoppedWords(outcome))
  },
})

export const subscribersTemplate: CliCommand = {
  name: 'subscribers template',
  usage: '--ru <name> --uz <name> --en <name> (--sum <sums> | --days <days>) [--template <number>] [--off]',
  summary: 'add or change a goodwill template',
  help: `Stores a ready gift of the call centre: its name, and a sum or days.

  --ru, --uz, --en  the name in each language
  --sum, --days     what it gives: one of the two
  --template        the number of the template that is changed; without it a new one is added
  --off             it is no longer offered

Example
  npm run ekran -- subscribers template --ru "Перебой" --uz "Uzilish" --en "Interruption" --days 3`,
  options: {
    ...{ ru: { type: 'string' }, uz: { type: 'string' }, en: { type: 'string' }, sum: { type: 'string' } },
    ...{ days: { type: 'string' }, template: { type: 'string' }, off: { type: 'boolean' } },
  },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    const [sum = 0, days = 0] = [wholeOption(input, 'sum', maxSum), wholeOption(input, 'days', 365)]
    const textOf = (name: string) => (input.text(name) ?? '').trim().slice(0, 120)
    const name = { ru: textOf('ru'), uz: textOf('uz'), en: textOf('en') }
    if (Object.values(name).includes('')) return refused('give the name after --ru, --uz and --en')
    if (sum > 0 === days > 0) return refused('give either --sum or --days (1 to 365)')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const template = {
      ...{ templateId: wholeOption(input, 'template', 999_999) ?? 0, name, amountTiyin: sum * 100, days },
      isActive: !input.flag('off'),
    }
    const saved = await saveGoodwillTemplate(work.db, template, (trx, { templateId, before }) =>
      audit.recordIn(trx, {
        ...{ event: 'goodwill_template_saved', actor: 'operator' },
        change: {
          ...{ section: 'settings', subject: `goodwill ${templateId}`, after: { ...template, templateId } },
          before: before === undefined ? undefined : { ...before },
        },
      }),
    )
    if (saved === undefined) return refused(`there is no template ${template.templateId}`)
    return done(`Template ${saved.templateId} is stored.`)
  },
}
