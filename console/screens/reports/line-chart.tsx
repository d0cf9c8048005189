import { type PointerEvent, useState } from 'react'
import type { Measure } from '#contract/console/report-measures.ts'
import { measures } from '#contract/console/report-measures.ts'
import { reportTexts, shownAmount } from '#contract/console/report-texts/report-texts.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { chartShape } from './chart-shape.ts'
import { shortDay, shownDay } from './period.ts'
import { useReportsText } from './reports-text.ts'
import styles from './reports.module.css'

interface LineChartProps {
  readonly measure: Measure
  readonly days: readonly string[]
  readonly values: readonly (number | null)[]
}

/** One measure by day. Under the pointer the day and its value are shown; the table beside it has them all. */
export function LineChart({ measure, days, values }: LineChartProps) {
  const t = useReportsText()
  const language = useLanguage()
  const [at, setAt] = useState<number>()
  const unit = measures[measure]
  const shape = chartShape(values, unit === 'count' || unit === 'money')
  const shown = (value: number | null) => shownAmount(value, unit, language)
  if (shape === undefined) return <p className={styles['quiet']}>{t('empty')}</p>
  const { name } = reportTexts[language].measures[measure]
  const label = t('chart', {
    name,
    min: shown(shape.min),
    max: shown(shape.max),
    last: shown(values.at(-1) ?? null),
  })
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (clientX - left) / width))
    setAt(Math.round(part * (days.length - 1)))
  }
  const last = days.length - 1
  const ticks = [...new Set([0, Math.floor(last / 3), Math.floor((2 * last) / 3), last])]
  const day = at === undefined ? undefined : days[at]
  return (
    <figure className={styles['chart']}>
      <figcaption>
        {day === undefined ? name : `${shownDay(day)}: ${shown(values[at ?? 0] ?? null)}`}
      </figcaption>
      <div className={styles['axis']} aria-hidden="true">
        {shape.marks.toReversed().map((mark) => (
          <span key={mark}>{shown(mark)}</span>
        ))}
      </div>
      <div
        className={styles['plot']}
        role="img"
        aria-label={label}
        onPointerMove={follow}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          {shape.marks.map((mark, index) => {
            const y = 1000 - (index / (shape.marks.length - 1)) * 1000
            return <path key={mark} className={styles['grid']} d={`M0 ${y}H1000`} />
          })}
          <path className={styles['area']} d={shape.area} />
          <path className={styles['line']} d={shape.line} />
          {at === undefined ? null : (
            <path className={styles['cursor']} d={`M${last === 0 ? 500 : (at / last) * 1000} 0V1000`} />
          )}
        </svg>
      </div>
      <div className={styles['ticks']} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{shortDay(days[tick] ?? '')}</span>
        ))}
      </div>
    </figure>
  )
}
