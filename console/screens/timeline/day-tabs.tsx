import { useEffect, useRef } from 'react'
import { dayOf } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { classes } from '#console/ui/classes.ts'
import { type Timeline, type TimelineDay, troubleOf } from './timeline-data.ts'
import { useTimelineText } from './timeline-text.ts'
import styles from './timeline.module.css'

interface DayTabsProps {
  readonly timeline: Timeline
  readonly days: readonly TimelineDay[]
  readonly chosen: string
  readonly onChoose: (day: string) => void
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** A button for each day, with what of it somebody should look at. */
export function DayTabs({ timeline, days, chosen, onChoose }: DayTabsProps) {
  const t = useTimelineText()
  const today = dayOf(useNowSec())
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current
      ?.querySelector(`[data-day="${chosen}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [chosen])
  return (
    <div className={styles['days']} role="group" aria-label={t('days')} ref={row}>
      {days.map((one) => {
        const { gaps, overlaps, isEmpty } = troubleOf(timeline, one)
        const words = [
          ...(isEmpty ? [t('empty')] : []),
          ...(gaps > 0 ? [t('gaps', { count: gaps })] : []),
          ...(overlaps > 0 ? [t('overlaps', { count: overlaps })] : []),
        ].join(', ')
        const date = new Date(`${one.day}T00:00:00Z`)
        return (
          <button
            key={one.day}
            type="button"
            aria-pressed={one.day === chosen}
            title={words === '' ? undefined : words}
            className={classes(styles['day'], one.day === today && styles['today'])}
            data-day={one.day}
            data-empty={isEmpty}
            onClick={() => onChoose(one.day)}
          >
            <small>{t(`weekday.${weekdays[date.getUTCDay()] ?? 'sun'}`)}</small>
            <span>{date.getUTCDate()}</span>
            <i data-trouble={gaps + overlaps > 0} aria-hidden="true" />
            {words === '' ? null : <span className="spoken">{words}</span>}
          </button>
        )
      })}
    </div>
  )
}
