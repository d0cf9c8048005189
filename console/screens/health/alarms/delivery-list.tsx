import type { consoleAlarms } from '#contract/console/alarms.ts'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Badge } from '#console/ui/page.tsx'
import { useAlarmsText } from './alarms-text.ts'
import styles from './alarms.module.css'

const tones = { waiting: 'plain', sent: 'good', failed: 'bad' } as const

/** Messages and what became of them. */
export function DeliveryList({ deliveries }: Pick<ResponseOf<typeof consoleAlarms.rules>, 'deliveries'>) {
  const t = useAlarmsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (deliveries.length === 0) return <p>{t('noMessages')}</p>
  return (
    <ul className={styles['lines']}>
      {deliveries.map(({ target, event, state, problem, created_at: at }, index) => (
        <li key={`${at} ${target} ${event} ${index}`}>
          <strong>{target}</strong>
          <span>{t(`event.${event}`)}</span>
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
          <small>{formatMoment(at, language, nowSec)}</small>
          {problem === '' ? null : <ReasonWords reason={problem} />}
        </li>
      ))}
    </ul>
  )
}
