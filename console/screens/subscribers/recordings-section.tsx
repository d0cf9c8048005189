import { useState } from 'react'
import { consoleRecordings } from '#contract/console/subscriber-recordings.ts'
import { formatDate, formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Section } from '#console/ui/page.tsx'
import { useSubscribersText } from './words/subscribers-text.ts'
import styles from './subscribers.module.css'

const few = 5

/** What a subscriber keeps beyond the archive; not shown for one without hours and recordings. */
export function Recordings({ accountId }: { readonly accountId: number }) {
  const t = useSubscribersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [isWhole, setIsWhole] = useState(false)
  const { data } = useCall(consoleRecordings.list, { account_id: accountId })
  if (data === undefined || (data.granted_sec === 0 && data.recordings.length === 0)) return null
  const hours = (sec: number) => Math.round(sec / 360) / 10
  const shown = isWhole ? data.recordings : data.recordings.slice(0, few)
  return (
    <Section
      title={t('recordings')}
      text={t('recordingHours', { used: hours(data.used_sec), granted: hours(data.granted_sec) })}
    >
      <ul className={styles['list']}>
        {shown.map((one) => (
          <li key={one.recording_id}>
            <span className={styles['line']}>
              <strong>
                {(language === 'uz' ? one.title_uz : one.title_ru) || one.title_ru || one.title_uz}
              </strong>
              <Badge tone="own">{t(`recording.${one.state}`)}</Badge>
            </span>
            <span className={styles['quiet']}>
              {[
                one.channel,
                formatMoment(one.begin, language, nowSec),
                t('recordingUntil', { date: formatDate(one.expires_at, language, nowSec) }),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {data.recordings.length > shown.length ? (
        <div>
          <Button onPress={() => setIsWhole(true)}>
            {t('recordingsAll', { count: data.recordings.length })}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
