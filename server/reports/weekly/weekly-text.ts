/** The summary of a week: its main figures beside those of the week before. */
import { type Measure, measures } from '#contract/console/report-measures.ts'
import { type ReportLanguage, reportTexts, shownAmount } from '#contract/console/report-texts/report-texts.ts'
import type { MessageText } from '#server/alarms/alarms.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Day, addDays, beginOf } from '#server/reports/days/days.ts'
import type { Report } from '#server/reports/queries/report.ts'
import { showReport } from '#server/reports/queries/show-report.ts'

const contents = [
  ['subscribers', ['active', 'joined', 'returned', 'stopped']],
  ['revenue', ['revenue', 'paid_in', 'arpu']],
  ['channels', ['hours', 'viewers_day']],
  ['titles', ['film_hours', 'viewers_day']],
  ['support', ['complaints']],
] as const satisfies readonly (readonly [string, readonly Measure[]])[]

/** The week that ended before `monday`. `publicUrl`: of the service; '' for none. */
export async function weeklyText(
  db: Db,
  monday: Day,
  { language, publicUrl }: { readonly language: ReportLanguage; readonly publicUrl: string },
): Promise<MessageText> {
  const period = { from: addDays(monday, -7), to: addDays(monday, -1) }
  const texts = reportTexts[language]
  const parts: string[] = []
  for (const [name, chosen] of contents) {
    const { figures } = await showReport(db, name, { period, nowMs: beginOf(monday) })
    const lines = chosen.flatMap((measure) => {
      const figure = figures.find((one) => one.measure === measure)
      return figure === undefined ? [] : [lineOf(figure, language)]
    })
    parts.push([texts.reports[name].name, ...lines].join('\n'))
  }
  const dates = (text: string) =>
    text.replace('{from}', shownDay(period.from)).replace('{to}', shownDay(period.to))
  const address = `${publicUrl}/console/reports?from=${period.from}&to=${period.to}`
  const subject = dates(texts.weekly.subject)
  if (publicUrl !== '') parts.push(texts.weekly.more.replace('{address}', address))
  return { subject, body: [subject, ...parts].join('\n\n') }
}

function lineOf({ measure, value, before }: Report['figures'][number], language: ReportLanguage): string {
  const texts = reportTexts[language]
  const shown = (amount: number | null) => shownAmount(amount, measures[measure], language)
  return `${texts.measures[measure].name}: ${shown(value)} (${texts.weekly.before.replace('{value}', shown(before))})`
}

/** `23.11.2026`. */
function shownDay(day: Day): string {
  return day.split('-').toReversed().join('.')
}
