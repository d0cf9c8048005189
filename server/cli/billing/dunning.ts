/** When subscribers are reminded and cards tried again, at the command line. */
import { consoleCharging } from '#contract/console/charging.ts'
import { type Dunning, loadDunning, saveDunning } from '#server/billing/billing.ts'
import { type CliCommand, type CommandInput, done, refused } from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices } from '#server/cli/command/services.ts'

const fields = {
  before: 'before_days',
  after: 'after_days',
  retry: 'retry_days',
  from: 'retry_from',
  until: 'retry_until',
} as const

export const dunningShow: CliCommand = {
  name: 'dunning show',
  usage: '',
  summary: 'show when subscribers are reminded and cards tried again',
  help: `Prints the days of the reminders before a charge and after a suspension, and when a saved card is tried again.

Example
  npm run ekran -- dunning show`,
  min: 0,
  max: 0,
  run: async (_input, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    return done(...linesOf(await loadDunning(work.db)))
  },
}

export const dunningSet: CliCommand = {
  name: 'dunning set',
  usage: '[--before <days>] [--after <days>] [--retry <days>] [--from <hour>] [--until <hour>]',
  summary: 'set when subscribers are reminded and cards tried again',
  help: `What is not named stays. Days are whole numbers with commas, at most six; - stands for none.

  --before   days before a charge on which its subscriber is reminded, 1 to 14
  --after    days after a suspension, 0 to 60; 0: as soon as it happens
  --retry    days after the first refusal of a saved card, 1 to 30
  --from     cards are charged from this hour of Tashkent,
  --until    until before this one

Example
  npm run ekran -- dunning set --before 5,1 --after 0,7 --retry 1,2,5 --from 9 --until 21`,
  options: {
    before: { type: 'string' },
    after: { type: 'string' },
    retry: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
  },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const { version, ...former } = await loadDunning(work.db)
    const dunning = changed(input, version, former)
    if (typeof dunning === 'string') return refused(dunning)
    const record = operatorEntry({ audit }, () => ({ event: 'dunning_changed', facts: { dunning: 'set' } }))
    if ((await saveDunning(work.db, { version, ...dunning }, record)) === undefined)
      return refused('somebody changed it at the same moment; look at it with: dunning show')
    return done(...linesOf(await loadDunning(work.db)))
  },
}

/** The new settings, or the error in the options. The console's form accepts the same. */
function changed(input: CommandInput, version: number, former: Dunning): Dunning | string {
  const days = (option: 'after' | 'before' | 'retry', now: readonly number[]) => {
    const written = input.text(option)
    return written === '-' ? '' : (written ?? now.join(','))
  }
  const hour = (option: 'from' | 'until', now: number) => Number(input.text(option) ?? now)
  const parsed = consoleCharging.saveDunning.input.safeParse({
    version,
    before_days: days('before', former.beforeDays),
    after_days: days('after', former.afterDays),
    retry_days: days('retry', former.retryDays),
    retry_from: hour('from', former.retryFrom),
    retry_until: hour('until', former.retryUntil),
  })
  if (!parsed.success) {
    const wrong = Object.entries(fields).find(([, field]) => field === parsed.error.issues[0]?.path[0])
    return `--${wrong?.[0] ?? 'before'} is not as the help of this command says`
  }
  const { retry_from: retryFrom, retry_until: retryUntil } = parsed.data
  if (retryFrom >= retryUntil) return '--until must be later than --from'
  return {
    beforeDays: parsed.data.before_days,
    afterDays: parsed.data.after_days,
    retryDays: parsed.data.retry_days,
    ...{ retryFrom, retryUntil },
  }
}

function linesOf({ beforeDays, afterDays, retryDays, retryFrom, retryUntil }: Dunning): readonly string[] {
  const listed = (days: readonly number[]) => (days.length === 0 ? 'never' : days.join(', '))
  return [
    `Reminded before a charge, days:      ${listed(beforeDays)}`,
    `Reminded after a suspension, days:   ${listed(afterDays)}`,
    `A refused card is tried again, days: ${listed(retryDays)}`,
    `Cards are charged from ${retryFrom}:00 until ${retryUntil}:00`,
  ]
}
