import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import type { BoardChannel } from './board-filter.ts'
import { useHealthText } from './health-text.ts'
import styles from './health.module.css'

interface ProblemListProps {
  readonly problems: BoardChannel['problems']
  /** How many are shown; the rest is on the channel's page. */
  readonly limit?: number
  readonly hasRemedies?: boolean
}

/** What is wrong and since when. */
export function ProblemList({ problems, limit = 20, hasRemedies = false }: ProblemListProps) {
  const t = useHealthText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <ul className={styles['problems']}>
      {problems.slice(0, limit).map(({ kind, since }) => (
        <li key={kind}>
          <strong>{t(`problem.${kind}`)}</strong>
          {since === null ? null : (
            <small>{t('since', { when: formatMoment(since, language, nowSec) })}</small>
          )}
          {hasRemedies ? <span>{t(`remedy.${kind}`)}</span> : null}
        </li>
      ))}
    </ul>
  )
}
