/** Pauses of tariffs at the command line. */
import { type PauseRefusal, type WrongDays, openBilling } from '#server/billing/billing.ts'
import { named } from '#server/cli/accounts/account-command.ts'
import { done, moment, refused } from '#server/cli/command/command.ts'
import { endTariffPause, pauseTariff } from '#server/subscribers/subscribers.ts'
import { actCommand, stoppedWords, wholeOption } from './act-command.ts'

export const subscribersPause = actCommand({
  name: 'subscribers pause',
  usage: '--tariff <id> --days <days>',
  summary: 'pause a tariff: nothing is open and nothing is charged',
  help: `Pauses a connected tariff from now on, by the rule of the tariff: what is left of the paid time begins after the pause, to
the second. With a base tariff the additional ones are paused too. "subscribers pause-end" ends it early.

  --tariff  the number of the tariff
  --days    how long, within the rule of the tariff
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers pause +998901234567 --tariff 57 --days 14 --reason "Leaves for two weeks"`,
  options: { tariff: { type: 'string' }, days: { type: 'string' } },
  work: async ({ account, input, deps, request }) => {
    const [tariffId, days] = [wholeOption(input, 'tariff', 999_999), wholeOption(input, 'days', 366)]
    if (tariffId === undefined || days === undefined) return refused('give --tariff and --days (1 to 366)')
    const billing = openBilling(deps)
    const outcome = await pauseTariff({ ...deps, billing }, { ...request, tariffId, days, role: undefined })
    switch (outcome.kind) {
      case 'acted': {
        const { untilMs, paidUntilMs, others } = outcome.act.result
        return done(
          `Act ${outcome.act.actId}: tariff ${tariffId} of ${named(account)} is paused until ${moment(untilMs)} ` +
            `and paid until ${moment(paidUntilMs)}.`,
          ...others.map((one) => `  tariff ${one.tariffId} is paused with it`),
        )
      }
      case 'not_found':
      case 'key_used':
      case 'done_since':
      case 'erased':
      case 'merged':
        return refused(stoppedWords(outcome))
      case 'beyond_pause':
        return refused(`the limit is ${outcome.limit} days`)
      default:
        return refused(refusalWords(outcome))
    }
  },
})

function refusalWords(refusal: PauseRefusal | WrongDays): string {
  switch (refusal.kind) {
    case 'not_connected':
      return 'the tariff is not connected'
    case 'not_allowed':
      return 'the rule of the tariff allows no pause'
    case 'already_paused':
      return `it is paused already, until ${moment(refusal.untilMs)}`
    case 'not_running':
      return 'it does not run now: there is nothing to pause'
    case 'too_soon':
      return `it is paused once in twelve months: again from ${moment(refusal.nextMs)}`
    case 'wrong_days':
      return `a pause is ${refusal.minDays} to ${refusal.maxDays} days long`
  }
}

export const subscribersPauseEnd = actCommand({
  name: 'subscribers pause-end',
  usage: '--tariff <id>',
  summary: 'end the pause of a tariff: its paid days go on now',
  help: `Ends the pause of a tariff now, and of the additional tariffs that were paused with it.

  --tariff  the number of the tariff
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers pause-end +998901234567 --tariff 57 --reason "Is back earlier"`,
  options: { tariff: { type: 'string' } },
  work: async ({ account, input, deps, request }) => {
    const tariffId = wholeOption(input, 'tariff', 999_999)
    if (tariffId === undefined) return refused('give --tariff')
    const outcome = await endTariffPause(deps, { ...request, tariffId })
    if (outcome.kind === 'not_paused') return refused(`tariff ${tariffId} is not paused`)
    if (outcome.kind !== 'acted') return refused(stoppedWords(outcome))
    const until = moment(outcome.act.result.paidUntilMs)
    return done(
      `Act ${outcome.act.actId}: tariff ${tariffId} of ${named(account)} works, paid until ${until}.`,
    )
  },
})
