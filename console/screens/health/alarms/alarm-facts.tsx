/** An alarm in words: what, since when, and who takes care of it. */
import type { consoleAlarms } from '#contract/console/alarms.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Badge } from '#console/ui/page.tsx'
import { useAlarmsText } from './alarms-text.ts'
import styles from './alarms.module.css'

export type Alarm = ResponseOf<typeof consoleAlarms.list>['alarms'][number]

/** `37 каналов: нет сигнала`. */
export function useAlarmTitle(): (alarm: Alarm) => string {
  const t = useAlarmsText()
  return ({ kind, channel_count: count, channel_names: names }) => {
    const what = t(`problem.${kind}`)
    if (count === 0) return what
    return `${count === 1 ? (names[0] ?? '') : t('channelCount', { count })}: ${what}`
  }
}

export function useDuration(): (seconds: number) => string {
  const t = useAlarmsText()
  return (seconds) => {
    const minutes = Math.max(1, Math.round(seconds / 60))
    if (minutes < 60) return t('min', { count: minutes })
    return t('hour', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
}

export function AlarmFacts({ alarm }: { readonly alarm: Alarm }) {
  const t = useAlarmsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const duration = useDuration()
  const { began_at: began, ended_at: ended, host, rule } = alarm
  const facts = [
    t('since', { when: formatMoment(began, language, nowSec) }),
    ...(ended === null ? [] : [t('ended', { duration: duration(ended - began) })]),
    ...(host === '' ? [] : [host === '*' ? t('manyHosts') : t('host', { host })]),
    `${t('rule')}: ${rule}`,
  ]
  return <small>{facts.join(' · ')}</small>
}

export function AlarmBadges({ alarm }: { readonly alarm: Alarm }) {
  const t = useAlarmsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { ended_at: ended, is_calm: isCalm, acknowledged, mute, notified_at: notified } = alarm
  if (ended !== null) return <Badge tone="plain">{t('over')}</Badge>
  return (
    <span className={styles['badges']}>
      {isCalm ? <Badge tone="good">{t('calm')}</Badge> : null}
      {acknowledged === null ? (
        <Badge tone="bad">{t('unseen')}</Badge>
      ) : (
        <Badge tone="own">{t('seenBy', { name: acknowledged.by || t('terminal') })}</Badge>
      )}
      {mute === null ? null : (
        <Badge tone="warn">{t('mutedUntil', { when: formatMoment(mute.until, language, nowSec) })}</Badge>
      )}
      {notified === null && mute === null ? <Badge tone="plain">{t('notNotified')}</Badge> : null}
    </span>
  )
}
