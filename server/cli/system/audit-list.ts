import { type CliCommand, amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { openAccountServices, openServices, type Services } from '#server/cli/command/services.ts'
import { listEvents, type WrittenEvent } from '#server/audit/audit.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const dayMs = 86_400_000
const maxShown = 1000

export const auditList: CliCommand = {
  name: 'audit list',
  usage: '[--account <phone or abonement>] [--days <n>]',
  summary: 'list security events: logins, refusals, devices, passwords, operators',
  help: `Shows the newest ${maxShown} security events, newest first: when, what, whose account, who did it, from where.

  --account   of this account alone
  --days      of so many days up to now; without it, 7

Examples
  npm run ekran -- audit list
  npm run ekran -- audit list --account +998901234567 --days 30`,
  options: { account: { type: 'string' }, days: { type: 'string' } },
  min: 0,
  max: 0,
  run: async ({ text }, tools) => {
    const days = text('days') ?? '7'
    if (!/^[1-9]\d{0,4}$/.test(days)) return refused(`${shown(days)} is not a number of days`)
    await using stack = new AsyncDisposableStack()
    const written = text('account')
    const since = systemClock.nowMs() - Number(days) * dayMs
    if (written === undefined) return await list(await openServices(tools, stack), { since, limit: maxShown })
    const services = await openAccountServices(tools, stack)
    const [account, another] = await services.accounts.findByName(written)
    if (account === undefined || another !== undefined)
      return refused(
        `${shown(written)} is the phone or number of ${account === undefined ? 'no' : 'more than one'} account`,
      )
    return await list(services, { since, limit: maxShown, accountId: account.accountId })
  },
}

async function list({ work }: Services, filter: Parameters<typeof listEvents>[1]) {
  const events = await listEvents(work.db, filter)
  return done(
    ...events.map(lineOf),
    `${amount(events.length, 'event')}${events.length === filter.limit ? ', and there are more; ask for fewer days' : ''}.`,
  )
}

function lineOf({
  eventId,
  happenedAtMs,
  event,
  accountId,
  actor,
  address,
  device,
  facts,
}: WrittenEvent): string {
  return [
    `${String(eventId).padStart(6)}  ${moment(happenedAtMs)}  ${event}`,
    ...(accountId === null ? [] : [`account ${accountId}`]),
    `by ${actor}`,
    ...(address === '' ? [] : [`from ${shown(address)}`]),
    ...(device === '' ? [] : [shown(device)]),
    ...Object.entries(facts).map(([name, value]) => `${shown(name)}=${shown(String(value))}`),
  ].join('  ')
}
