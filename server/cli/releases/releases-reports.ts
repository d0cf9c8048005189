import { type CliCommand, amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { listReports, reportMemoryDays, type ReportGroup } from '#server/releases/releases.ts'

const maxShown = 500
const defaultDays = 7

export const releasesReports: CliCommand = {
  name: 'releases reports',
  usage: '[--days <n>] [--format json]',
  summary: 'crashes, stalls and failed starts that apps reported, the newest day first',
  help: `Counted by day, platform, version, model and firmware, with the newest messages. Nothing in them says on whose device.

  --days     1 to ${reportMemoryDays}; ${defaultDays} when left out
  --format   json: one object a line, for a program

Examples
  npm run ekran -- releases reports --days 1
  npm run ekran -- releases reports --format json | jq 'select(.platform == "tizen")'`,
  options: { days: { type: 'string' }, format: { type: 'string' } },
  min: 0,
  max: 0,
  run: async ({ text }, tools) => {
    const days = text('days') ?? String(defaultDays)
    if (!/^\d{1,2}$/.test(days) || Number(days) < 1 || Number(days) > reportMemoryDays)
      return refused(`--days ${shown(days)} is no number from 1 to ${reportMemoryDays}`)
    const format = text('format') ?? 'text'
    if (format !== 'text' && format !== 'json') return refused(`${shown(format)} is neither text nor json`)
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const request = { nowMs: systemClock.nowMs(), days: Number(days), limit: maxShown }
    const groups = await listReports(work.db, request)
    if (format === 'json') return done(...groups.map((group) => JSON.stringify(group)))
    const total = groups.reduce((sum, { reports }) => sum + reports, 0)
    const more = groups.length === maxShown ? ', and perhaps more' : ''
    return done(...groups.flatMap(linesOf), `${amount(total, 'report')}${more}.`)
  },
}

function linesOf(group: ReportGroup): readonly string[] {
  const { day, kind, reports, platform, version, model, firmware, messages } = group
  const device = [platform, version, model, firmware].filter((word) => word !== '').map(shown)
  return [
    `${day}  ${String(reports).padStart(5)} ${kind.replace('_', ' ')}  ${device.join(', ')}`,
    ...messages.map(({ at, message, page }) => `    ${moment(at)}  ${shown(`${message} ${page}`.trimEnd())}`),
  ]
}
