import type { consoleHealth } from '#contract/console/health.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatDate, formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Section } from '#console/ui/page.tsx'
import { useHealthText } from './health-text.ts'
import styles from './health.module.css'

type Day = ResponseOf<typeof consoleHealth.channel>['days'][number]

const daySec = 86_400
/** A minute of a day is seen. */
const smallestShare = 8

/** Thirty days as bars: how long of each nobody could watch, and how long it was poor. */
export function DayStrip({
  days,
  historyFrom,
}: {
  readonly days: readonly Day[]
  readonly historyFrom: number
}) {
  const t = useHealthText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const lasting = useLasting()
  const sum = (of: 'down_sec' | 'poor_sec') => days.reduce((all, day) => all + day[of], 0)
  const isWhole = historyFrom <= (days[0]?.at ?? 0)
  return (
    <Section title={t('days')} text={t('daysText')}>
      <ol className={styles['days']}>
        {days.map((day) => (
          <DayBar key={day.at} day={day} isRecorded={day.at + daySec > historyFrom} />
        ))}
      </ol>
      <p className={styles['ends']} aria-hidden="true">
        <span>{formatDate(days[0]?.at ?? nowSec, language, nowSec)}</span>
        <span>{formatDate(days.at(-1)?.at ?? nowSec, language, nowSec)}</span>
      </p>
      <p>
        {t('total', { down: lasting(sum('down_sec')), poor: lasting(sum('poor_sec')) })}
        {isWhole ? '' : ` ${t('historyFrom', { when: formatMoment(historyFrom, language, nowSec) })}`}
      </p>
    </Section>
  )
}

function DayBar({ day, isRecorded }: { readonly day: Day; readonly isRecorded: boolean }) {
  const t = useHealthText()
  const language = useLanguage()
  const lasting = useLasting()
  const date = formatDate(day.at, language, useNowSec())
  const { down_sec: down, poor_sec: poor } = day
  const what = !isRecorded
    ? t('dayUnknown', { day: date })
    : down + poor === 0
      ? t('dayFine', { day: date })
      : t('dayBad', { day: date, down: lasting(down), poor: lasting(poor) })
  const words =
    day.plays === 0 ? what : `${what}; ${t('dayPlays', { count: day.plays, failed: day.failed_plays })}`
  return (
    <li data-recorded={isRecorded} title={words}>
      <span className="spoken">{words}</span>
      <i data-poor style={{ height: `${shareOf(poor)}%` }} />
      <i data-down style={{ height: `${shareOf(down)}%` }} />
    </li>
  )
}

function shareOf(seconds: number): number {
  return seconds === 0 ? 0 : Math.max(smallestShare, (seconds / daySec) * 100)
}

/** `12 мин`, `3 ч 5 мин`; what is shorter than a minute is one. */
function useLasting(): (seconds: number) => string {
  const t = useHealthText()
  return (seconds) => {
    const minutes = Math.ceil(seconds / 60)
    if (minutes < 60) return t('minutes', { count: minutes })
    return t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
}
