import { type Unit, measures } from '#contract/console/report-measures.ts'
import { reportTexts, shownAmount } from '#contract/console/report-texts/report-texts.ts'
import type { ReportData } from '#contract/console/reports.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useReportsText } from './reports-text.ts'
import styles from './reports.module.css'

/** The totals of a period beside those of the period before, each with how it is counted. */
export function Figures({ figures }: Pick<ReportData, 'figures'>) {
  const t = useReportsText()
  const language = useLanguage()
  return (
    <ul className={styles['figures']}>
      {figures.map(({ measure, value, before }) => {
        const { name, how } = reportTexts[language].measures[measure]
        const unit: Unit = measures[measure]
        return (
          <li key={measure}>
            <h3>{name}</h3>
            <p className={styles['value']}>{shownAmount(value, unit, language)}</p>
            <p className={styles['quiet']}>
              <Change value={value} before={before} unit={unit} />
              {t('before', { value: shownAmount(before, unit, language) })}
            </p>
            <details>
              <summary>{t('how')}</summary>
              <p>{how}</p>
            </details>
          </li>
        )
      })}
    </ul>
  )
}

interface ChangeProps {
  readonly value: number | null
  readonly before: number | null
  readonly unit: Unit
}

/** `▲ 12 %`; of shares the difference in points. */
function Change({ value, before, unit }: ChangeProps) {
  const language = useLanguage()
  if (value === null || before === null || value === before) return null
  if (unit !== 'percent' && before <= 0) return null
  const change = unit === 'percent' ? value - before : ((value - before) / before) * 100
  const shown = shownAmount(Math.abs(change), unit === 'percent' ? 'count' : 'percent', language)
  return (
    <>
      <span className={styles['change']}>
        {change > 0 ? '▲' : '▼'}&nbsp;{shown}
      </span>{' '}
    </>
  )
}
