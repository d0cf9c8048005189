import { Link } from 'wouter'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Badge } from '#console/ui/page.tsx'
import type { BoardChannel } from './board-filter.ts'
import { useHealthText } from './health-text.ts'

interface ChannelAlarmProps {
  readonly channel: BoardChannel
  readonly hasReason?: boolean
}

/** Whether a channel is in an alarm, who takes care of that, and whether it is muted. */
export function ChannelAlarm({ channel, hasReason = false }: ChannelAlarmProps) {
  const t = useHealthText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { alarm_id: alarmId, acknowledged_by: by, muted_until: until, muted_by: mutedBy } = channel
  const { mute_reason: reason } = channel
  return (
    <>
      {alarmId === null ? null : (
        <Link href={`/alarms/${alarmId}`}>{by === '' ? t('inAlarm') : t('inAlarmOf', { name: by })}</Link>
      )}
      {until === null ? null : (
        <Badge tone="warn">{t('mutedUntil', { when: formatMoment(until, language, nowSec) })}</Badge>
      )}
      {hasReason && until !== null ? <small>{[reason, mutedBy].filter(Boolean).join(', ')}</small> : null}
    </>
  )
}
