import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { type Timeline, type TimelineDay, clipped } from './timeline-data.ts'
import { useTimelineText } from './timeline-text.ts'
import { useTimelineActs } from './use-timeline-acts.ts'
import styles from './timeline.module.css'

/** The shifts that concern a day, each with its release. */
export function ShiftList({ timeline, day }: { readonly timeline: Timeline; readonly day: TimelineDay }) {
  const t = useTimelineText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayEdit = useMay()('guide', 'edit')
  const { releaseShift } = useTimelineActs(timeline.channel.cid)
  const shifts = timeline.shifts.filter(
    ({ from, to }) => clipped({ begin: from, end: to ?? Number.POSITIVE_INFINITY }, day) !== undefined,
  )
  if (shifts.length === 0) return null
  const moment = (sec: number) => formatMoment(sec, language, nowSec)
  return (
    <ul className={styles['shifts']} aria-label={t('shifts')}>
      {shifts.map(({ shift_id: id, from, to, minutes, staff_name: who }) => (
        <li key={id}>
          <span>
            <strong>{t('shifted', { minutes: minutes > 0 ? `+${minutes}` : String(minutes) })}</strong>{' '}
            {to === null
              ? t('shiftFrom', { from: moment(from) })
              : t('shiftBetween', { from: moment(from), to: moment(to) })}{' '}
            <small>{who === '' ? t('operator') : who}</small>
          </span>
          {mayEdit ? (
            <Button look="quiet" onPress={() => releaseShift(id)}>
              {t('release')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
