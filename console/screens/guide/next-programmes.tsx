import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useGuideText } from './guide-text.ts'
import type { Channel } from './matching-view.ts'
import styles from './guide.module.css'

type Next = NonNullable<Channel['match']>['next']

/** What a channel of a guide shows next, as evidence. */
export function NextProgrammes({ next }: { readonly next: Next }) {
  const t = useGuideText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (next.length === 0) return <small>{t('noNext')}</small>
  return (
    <ul className={styles['next']}>
      {next.map(({ begin, title }) => (
        <li key={begin}>
          <small>
            {formatMoment(begin, language, nowSec)} {title}
          </small>
        </li>
      ))}
    </ul>
  )
}
