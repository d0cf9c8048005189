import { type CliCommand, amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { openAccountServices, openServices, type Services } from '#server/cli/command/services.ts'
import { openStaffServices } from '#server/cli/staff/staff-services.ts'
import { listEvents, type WrittenEvent } from '#server/audit/audit.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const dayMs = 86_400_000
const maxShown = 1000

export const auditList: CliCommand = {
  name: 'audit list',
  usage:
    '[--account <phone or abonement>] [--staff <login>] [--section <name>] [--subject <text>] [--days <n>]',
  summary: 'list security events: logins, refusals, devices, passwords, operators, changes by the staff',
  help: `Shows the newest ${maxShown} security events, newest first: when, what, whose account, who did it, from where.

  --account   of this account alone
  --staff     changes by this member of staff alone
  --section   changes in this section of the console alone: channels, films, staff …
  --subject   changes of this thing alone, written as the list shows it: "staff 3"
  --days      of so many days up to now; without it, 7

Examples
  npm run ekran -- audit list
  npm run ekran -- audit list --account +998901234567 --days 30
  npm run ekran -- audit list --section staff --subject "staff 3"`,
  options: {
    account: { type: 'string' },
    staff: { type: 'string' },
    section: { type: 'string' },
    subject: { type: 'string' },
    days: { type: 'string' },
  },
  min: 0,
  max: 0,
  run: async ({ text }, tools) => {
    const days = text('days') ?? '7'
    if (!/^[1-9]\d{0,4}$/.test(days)) return refused(`${shown(days)} is not a number of days`)
    await using stack = new AsyncDisposableStack()
    const written = text('account')
    const login = text('staff')
    const since = systemClock.nowMs() - Number(days) * dayMs
    const filter = { since, limit: maxShown, section: text('section'), subject: text('subject') }
    if (login !== undefined) {
      const { staff, ...services } = await openStaffServices(tools, stack)
      const member = await staff.findByLogin(login.toLowerCase())
      if (member === undefined) return refused(`no member of staff has the login ${shown(login)}`)
      return await list(services, { ...filter, staffId: member.staffId })
    }
    if (written === undefined) return await list(await openServices(tools, stack), filter)
    const services = await openAccountServices(tools, stack)
    const [account, another] = await services.accounts.findByName(written)
    if (account === undefined || another !== undefined)
      return refused(
        `${shown(written)} is the phone or number of ${account === undefined ? 'no' : 'more than one'} account`,
      )
    return await list(services, { ...filter, accountId: account.accountId })
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
  change,
}: WrittenEvent): string {
  return [
    `${String(eventId).padStart(6)}  ${moment(happenedAtMs)}  ${event}`,
    ...(accountId === null ? [] : [`account ${accountId}`]),
    `by ${actor}${change === null || change.staffName === '' ? '' : ` ${shown(change.staffName)}`}`,
    ...(address === '' ? [] : [`from ${shown(address)}`]),
    ...(device === '' ? [] : [shown(device)]),
    ...Object.entries(facts).map(([name, value]) => `${shown(name)}=${shown(String(value))}`),
    ...(change === null ? [] : [changeText(change)]),
  ].join('  ')
}

/** `staff: staff 3 {"role":"support"} → {"role":"analyst"}` */
function changeText({ section, subject, before, after }: NonNullable<WrittenEvent['change']>): string {
  const values =
    before === null && after === null ? '' : ` ${JSON.stringify(before)} → ${JSON.stringify(after)}`
  return shown(`${section}: ${subject}${values}`)
}
