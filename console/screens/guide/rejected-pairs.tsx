import type { consoleGuide } from '#contract/console/guide.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty } from '#console/ui/page.tsx'
import { useGuideText } from './guide-text.ts'
import { useDecisions } from './use-decisions.ts'
import styles from './guide.module.css'

type Matching = ResponseOf<typeof consoleGuide.matching>

/** Pairs that never match again, each of which can be put back. */
export function RejectedPairs({ rejected, channels }: Matching) {
  const t = useGuideText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayEdit = useMay()('guide', 'edit')
  const { forget } = useDecisions()
  if (rejected.length === 0) return <Empty text={t('empty.rejected')} />
  const names = new Map(channels.map(({ cid, number, name_ru: name }) => [cid, `${number} ${name}`]))
  return (
    <ul className={styles['list']}>
      {rejected.map(({ cid, guide_id: id, staff_name: who, made_at: madeAt }) => (
        <li key={`${cid} ${id}`} className={styles['item']}>
          <div className={styles['what']}>
            <strong>{names.get(cid) ?? cid}</strong>
            <small>
              {t('rejectedBy', { who: who || t('operator'), when: formatMoment(madeAt, language, nowSec) })}
            </small>
          </div>
          <div className={styles['what']}>{id}</div>
          {mayEdit ? (
            <div className={styles['acts']}>
              <Button onPress={() => void forget([{ cid, guide_id: id }])}>{t('restore')}</Button>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
