/** Reports at the command line: computed, shown, and what the console sets about them. */
import { measures, priceBases, reportNames } from '#contract/console/report-measures.ts'
import { reportTexts, rowName, shownAmount } from '#contract/console/report-texts/report-texts.ts'
import { maxReportDays } from '#contract/console/reports.ts'
import { withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  amount,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import {
  type Period,
  type ShownReport,
  addDays,
  dayOf,
  daysBetween,
  daysFrom,
  listWeekly,
  mondayOf,
  rollUpDays,
  rollUpNight,
  savePrice,
  saveWeekly,
  showReport,
} from '#server/reports/reports.ts'

const periodOptions = { from: { type: 'string' }, to: { type: 'string' } } as const

/** The period of `--from` and `--to`, or what is wrong with it. */
function readPeriod(input: CommandInput, other: Period): Period | string {
  const [from, to] = [input.text('from') ?? other.from, input.text('to') ?? other.to]
  for (const day of [from, to])
    if (!/^20\d\d-\d\d-\d\d$/.test(day) || !isCalendarDay(day))
      return `${shown(day)} is no day: write it as 2026-11-28`
  const days = daysFrom(from, to) + 1
  if (days < 1) return '--to is before --from'
  return days > maxReportDays ? `a period has at most ${maxReportDays} days` : { from, to }
}

export const reportsRollUp: CliCommand = {
  name: 'reports roll-up',
  usage: '[--from <day>] [--to <day>]',
  summary: 'compute the days of reports now',
  help: `Without days it does what the night does: the last week, what came late, days that were never computed, months and
cohorts. With --from it computes these days again; --to is today by default. Who watched what is stored for 45 days, and
how playing went for 30: of older days these sums stay as they are.

Examples
  npm run ekran -- reports roll-up
  npm run ekran -- reports roll-up --from 2026-11-01 --to 2026-11-07`,
  options: periodOptions,
  min: 0,
  max: 0,
  run: async (input, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      const nowMs = systemClock.nowMs()
      const progress = (day: string, count: number, total: number) =>
        tools.screen.status(`${count} of ${total}: ${day}`)
      if (input.text('from') === undefined && input.text('to') === undefined) {
        const { days } = await rollUpNight(db, nowMs, { signal: tools.signal, onDay: progress })
        return done(`${amount(days, 'day')} computed.`)
      }
      const today = dayOf(nowMs)
      const period = readPeriod(input, { from: input.text('to') ?? today, to: today })
      if (typeof period === 'string') return refused(period)
      if (period.to > today) return refused(`${period.to} has not come yet`)
      const days = daysBetween(period.from, period.to)
      const count = await rollUpDays(db, days, nowMs, { signal: tools.signal, onDay: progress })
      if (count < days.length) return refused(`interrupted; the days before ${days[count]} are computed`)
      return done(`${amount(days.length, 'day')} computed.`)
    }),
}

export const reportsShow: CliCommand = {
  name: 'reports show',
  usage: '<report> [--from <day>] [--to <day>]',
  summary: 'print a report',
  help: `The last 30 days by default, beside the period before. The reports are ${reportNames.join(', ')}.

Examples
  npm run ekran -- reports show revenue
  npm run ekran -- reports show rights --from 2026-11-01 --to 2026-11-30`,
  options: periodOptions,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      const [word = ''] = input.words
      const name = reportNames.find((one) => one === word)
      if (name === undefined) return refused(`${shown(word)} is none of ${reportNames.join(', ')}`)
      const nowMs = systemClock.nowMs()
      const yesterday = addDays(dayOf(nowMs), -1)
      const to = input.text('to') ?? yesterday
      const isDay = /^\d{4}-\d\d-\d\d$/.test(to) && isCalendarDay(to)
      const period = readPeriod(input, { from: isDay ? addDays(to, -29) : to, to })
      if (typeof period === 'string') return refused(period)
      return done(...linesOf(await showReport(db, name, { period, nowMs })))
    }),
}

/** Rows of a table that are printed. */
const maxRows = 50

function linesOf({
  period,
  before,
  computedMs,
  missingDays,
  figures,
  tables,
}: ShownReport): readonly string[] {
  const texts = reportTexts.en
  const computed = computedMs === 0 ? 'never computed' : `computed ${moment(computedMs)}`
  const missing = missingDays === 0 ? '' : `, ${amount(missingDays, 'day')} missing`
  const value = (one: number | null, measure: keyof typeof measures) =>
    shownAmount(one, measures[measure], 'en').replaceAll('\u00A0', ' ')
  return [
    `${period.from} to ${period.to}, beside ${before.from} to ${before.to}; ${computed}${missing}`,
    ...figures.map(
      (one) =>
        `  ${texts.measures[one.measure].name}: ${value(one.value, one.measure)} (${value(one.before, one.measure)})`,
    ),
    ...tables.flatMap(({ table, columns, rows }) => [
      '',
      [texts.tables[table], ...columns.map(({ measure, note }) => note || texts.measures[measure].name)].join(
        ' | ',
      ),
      ...rows
        .slice(0, maxRows)
        .map((row) =>
          [
            `  ${shown(rowName(table, row, 'en'))}`,
            ...columns.map(({ measure }, at) => value(row.cells[at] ?? null, measure)),
          ].join(' | '),
        ),
      ...(rows.length > maxRows ? [`  and ${rows.length - maxRows} more`] : []),
    ]),
  ]
}

export const reportsPrice: CliCommand = {
  name: 'reports price',
  usage: '<channels|films> <owner> --rate <n>|none [--basis minute|viewer|share]',
  summary: 'set what a rights holder is due',
  help: `The owner is the number of a category of channels, or of a provider of films.

  --basis  minute: for a minute watched (by default) · viewer: for a viewer of a month · share: of the revenue
  --rate   sums, or percent for share, with two decimals at most; none removes the price

Examples
  npm run ekran -- reports price channels 2 --rate 0.15
  npm run ekran -- reports price films 3 --basis share --rate 12.5`,
  options: { basis: { type: 'string' }, rate: { type: 'string' } },
  min: 2,
  max: 2,
  run: async (input, tools) => {
    const [kindWord = '', ownerWord = ''] = input.words
    const kind = (['channels', 'films'] as const).find((one) => one === kindWord)
    if (kind === undefined) return refused(`${shown(kindWord)} is neither channels nor films`)
    const basis = priceBases.find((one) => one === (input.text('basis') ?? 'minute'))
    if (basis === undefined) return refused(`--basis is one of ${priceBases.join(', ')}`)
    const rate = readRate(input.text('rate') ?? '', basis === 'share' ? 100 : 1_000_000)
    if (rate === undefined) return refused('--rate is a number with two decimals at most, or none')
    return withServices(tools, async (services) => {
      const ownerId = /^\d{1,9}$/.test(ownerWord) ? Number(ownerWord) : 0
      const saved = await savePrice(services.work.db, { kind, ownerId, basis, rate })
      if (saved === undefined) return refused(`there is no ${shown(ownerWord)} among the owners of ${kind}`)
      await record(services, 'report_price_saved', `${saved.name} (${kind} ${ownerId})`, saved.before, {
        basis,
        rate,
      })
      return done(`The price of ${shown(saved.name)} is ${rate === null ? 'removed' : 'saved'}.`)
    })
  },
}

/** `12.5` → 1250 hundredths, `none` → null; undefined for anything else. */
function readRate(text: string, max: number): number | null | undefined {
  if (text === 'none') return null
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text)) return undefined
  const hundredths = Math.round(Number(text) * 100)
  return hundredths <= max * 100 ? hundredths : undefined
}

export const reportsWeekly: CliCommand = {
  name: 'reports weekly',
  usage: '[<target> on|off]',
  summary: 'who gets the summary of the week on Mondays',
  help: `Targets are those of alarms, by Telegram and e-mail: npm run ekran -- alarms targets

Examples
  npm run ekran -- reports weekly
  npm run ekran -- reports weekly 2 on`,
  min: 0,
  max: 2,
  problem: ({ words }) =>
    words.length === 0 || (words.length === 2 && ['on', 'off'].includes(words[1] ?? ''))
      ? undefined
      : 'say a target and on or off, or nothing',
  run: async ({ words: [word = '', state] }, tools) =>
    withServices(tools, async (services) => {
      const { db } = services.work
      if (word === '') {
        const targets = await listWeekly(db)
        if (targets.length === 0) return done('There is no target by Telegram or e-mail yet.')
        return done(
          ...targets.map(
            (one) => `  ${one.targetId}  ${one.isOn ? 'on ' : 'off'}  ${one.kind}  ${shown(one.name)}`,
          ),
        )
      }
      const isOn = state === 'on'
      const targetId = /^\d{1,9}$/.test(word) ? Number(word) : 0
      const target = await saveWeekly(db, { targetId, isOn, thisWeek: mondayOf(dayOf(systemClock.nowMs())) })
      if (target === undefined) return refused(`there is no target ${shown(word)} by Telegram or e-mail`)
      await record(services, 'report_weekly_saved', target.name, { is_on: target.isOn }, { is_on: isOn })
      return done(
        `${shown(target.name)} ${isOn ? 'gets the summary from next Monday on' : 'gets no summary any more'}.`,
      )
    }),
}

type Values = Readonly<Record<string, unknown>>

async function record(
  { audit }: Services,
  event: string,
  subject: string,
  before: Values,
  after: Values,
): Promise<void> {
  await audit.record({
    ...{ event, actor: 'operator', facts: {} },
    change: { section: 'reports', subject, before, after },
  })
}
