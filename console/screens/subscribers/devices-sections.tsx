/** On what a subscriber watches, and what. */
import { formatAgo, formatDate, formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Badge, Section } from '#console/ui/page.tsx'
import { DeviceActs, StopStream } from './acts/device-acts.tsx'
import { isOver, type SubscriberCard } from './words/subscriber-words.ts'
import { useSubscribersText } from './words/subscribers-text.ts'
import styles from './subscribers.module.css'

interface CardProps {
  readonly card: SubscriberCard
}

export function Playing({ card }: CardProps) {
  const { account_id: accountId, streams, devices } = card
  const t = useSubscribersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <Section title={t('playing')}>
      {streams.length === 0 ? (
        <p className={styles['quiet']}>{t('noPlaying')}</p>
      ) : (
        <ul className={styles['list']}>
          {streams.map((one) => {
            const device = devices.find(({ device_id: id }) => id === one.device_id)
            const on = device === undefined ? t('otherPlayer') : device.name || device.model
            return (
              <li key={one.stream_id}>
                <span className={styles['line']}>
                  <strong>{one.title[language] || t('playGone')}</strong>
                  <Badge tone="own">{t(`play.${one.kind}`)}</Badge>
                  {isOver(card) ? null : <StopStream accountId={accountId} streamId={one.stream_id} />}
                </span>
                <span className={styles['quiet']}>
                  {[on, t('since', { when: formatMoment(one.since, language, nowSec) })].join(', ')}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

export function Devices({ card }: CardProps) {
  const { account_id: accountId, devices } = card
  const t = useSubscribersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <Section title={t('devices')}>
      {devices.length === 0 ? (
        <p className={styles['quiet']}>{t('noDevices')}</p>
      ) : (
        <ul className={styles['list']}>
          {devices.map((one) => (
            <li key={one.device_id}>
              <span className={styles['line']}>
                <strong>{one.name || one.model || t(`device.${one.kind}`)}</strong>
                {isOver(card) ? null : (
                  <DeviceActs
                    accountId={accountId}
                    device={one}
                    name={one.name || one.model || t(`device.${one.kind}`)}
                  />
                )}
              </span>
              <span className={styles['quiet']}>
                {[t(`device.${one.kind}`), one.name === '' ? '' : one.model, one.address]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
              <span className={styles['quiet']}>
                {t('seen', { when: formatAgo(one.last_seen_at, language, nowSec) })}
                {' · '}
                {t('from', { date: formatDate(one.first_seen_at, language, nowSec) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
