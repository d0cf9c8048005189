import { formatTime } from '#web/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { type Span, type Timeline, type TimelineDay, clipped, entriesOf, totalOf } from './timeline-data.ts'
import { useLasting, useTimelineText } from './timeline-text.ts'
import styles from './timeline.module.css'

interface DayLanesProps {
  readonly timeline: Timeline
  readonly day: TimelineDay
}

/** So many holes of a day are listed. */
const maxListed = 12

/** A day as two lines: what the guide has, and beneath it what the archive has. The list below says the same in words. */
export function DayLanes({ timeline, day }: DayLanesProps) {
  const t = useTimelineText()
  const nowSec = useNowSec()
  const { archive, programmes } = timeline
  const placed = (span: Span) => ({
    left: `${((span.begin - day.begin) / (day.end - day.begin)) * 100}%`,
    width: `${((span.end - span.begin) / (day.end - day.begin)) * 100}%`,
  })
  const within = (spans: readonly Span[]) => spans.flatMap((span) => clipped(span, day) ?? [])
  const gaps = entriesOf(timeline, day).flatMap((entry) => (entry.kind === 'gap' ? [entry.span] : []))
  return (
    <div className={styles['lanes']}>
      <div aria-hidden="true">
        <span>{t('laneGuide')}</span>
        <div className={styles['lane']}>
          {programmes.map(({ pid, shown, version }) => {
            const span = shown === null ? undefined : clipped(shown, day)
            return span === undefined ? null : <i key={pid} data-edited={version > 0} style={placed(span)} />
          })}
          {gaps.map((span) => (
            <i key={span.begin} data-hole style={placed(span)} />
          ))}
          {nowSec >= day.begin && nowSec < day.end ? (
            <b style={{ left: placed({ begin: nowSec, end: nowSec }).left }} />
          ) : null}
        </div>
        {archive === null ? null : (
          <>
            <span>{t('laneArchive')}</span>
            <div className={styles['lane']}>
              {within(archive.recorded).map((span) => (
                <i key={span.begin} data-recorded style={placed(span)} />
              ))}
              {within(archive.holes).map((span) => (
                <i key={span.begin} data-hole style={placed(span)} />
              ))}
            </div>
          </>
        )}
        <p className={styles['scale']}>
          {[0, 6, 12, 18, 24].map((hour) => (
            <span key={hour}>{String(hour).padStart(2, '0')}</span>
          ))}
        </p>
      </div>
      <ArchiveWords archive={archive} day={day} />
    </div>
  )
}

function ArchiveWords({ archive, day }: Pick<Timeline, 'archive'> & { readonly day: TimelineDay }) {
  const t = useTimelineText()
  const lasting = useLasting()
  if (archive === null) return <p className={styles['about']}>{t('notRecorded')}</p>
  const recorded = totalOf(archive.recorded, day)
  const holes = archive.holes.flatMap((span) => clipped(span, day) ?? [])
  if (recorded === 0 && holes.length === 0) return <p className={styles['about']}>{t('noArchive')}</p>
  const missing = holes
    .slice(0, maxListed)
    .map((span) => `${formatTime(span.begin)}–${formatTime(span.end)} (${lasting(span.end - span.begin)})`)
  if (holes.length > maxListed) missing.push(t('more', { count: holes.length - maxListed }))
  return (
    <p className={styles['about']}>
      {t('recorded', { time: lasting(recorded) })}{' '}
      {holes.length === 0 ? t('noHoles') : <strong>{t('holes', { list: missing.join(', ') })}</strong>}
    </p>
  )
}
