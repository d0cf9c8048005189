import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { consoleTimeline } from '#contract/console/timeline.ts'
import { formatDate } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { DayLanes } from './day-lanes.tsx'
import { DayTabs } from './day-tabs.tsx'
import { EntryList } from './entry-list.tsx'
import { ProgrammeDialog } from './programme-dialog.tsx'
import { ShiftDialog } from './shift-dialog.tsx'
import { ShiftList } from './shift-list.tsx'
import {
  type Dialogued,
  type Timeline,
  type TimelineDay,
  entriesOf,
  timelineDaysAt,
} from './timeline-data.ts'
import { useTimelineText } from './timeline-text.ts'
import { useTimelineActs } from './use-timeline-acts.ts'
import styles from './timeline.module.css'

const halfHourSec = 1800

/** `/guide/timeline/12`: a week back and a week ahead of one channel. The day is in the address. */
export function TimelineScreen({ cid }: { readonly cid: number }) {
  const t = useTimelineText()
  const days = timelineDaysAt(useNowSec())
  const window = { from: days[0]?.begin ?? 0, to: days.at(-1)?.end ?? 0 }
  const { data, error, refetch } = useCall(consoleTimeline.channel, { cid, ...window })
  const above = <BackLink href="/guide/matching" text={t('back')} />
  if (data === undefined)
    return (
      <Page title={t('title')} above={above}>
        {error === null ? <Skeleton lines={8} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  const { channel } = data
  return (
    <Page
      title={`${channel.number} ${channel.name_ru || channel.name_uz}`}
      text={channel.is_linear ? t('textLinear') : t('text')}
      above={above}
      acts={<PageActs timeline={data} />}
    >
      <Days timeline={data} days={days} />
    </Page>
  )
}

/** Other pages about the channel, and giving everything back. */
function PageActs({ timeline: { channel, programmes, shifts } }: { readonly timeline: Timeline }) {
  const t = useTimelineText()
  const base = useText()
  const may = useMay()
  const [, navigate] = useLocation()
  const { releaseAll } = useTimelineActs(channel.cid)
  const [isReleasing, setIsReleasing] = useState(false)
  const hasEdits = shifts.length > 0 || programmes.some(({ version }) => version > 0)
  const link = (id: string, label: string, path: string) => ({
    ...{ id, label, icon: 'open' as const },
    onAct: () => navigate(path),
  })
  const entries = [
    ...(may('channels', 'view') ? [link('channel', t('toChannel'), `/channels/${channel.cid}`)] : []),
    ...(may('health', 'view') ? [link('health', t('toHealth'), `/health/${channel.cid}`)] : []),
    link('matching', t('toMatching'), `/guide/matching?view=all&q=${encodeURIComponent(channel.name_ru)}`),
    ...(hasEdits && may('guide', 'edit')
      ? [
          {
            ...{ id: 'release', label: t('releaseAll'), icon: 'history' as const, isDangerous: true },
            onAct: () => setIsReleasing(true),
          },
        ]
      : []),
  ]
  const name = base('common.more', { name: channel.name_ru || channel.name_uz })
  return (
    <>
      <Menu trigger={<Button aria-label={name}>{t('other')}</Button>} label={name} entries={entries} />
      <Question
        title={t('releaseAll')}
        text={t('releaseAllText')}
        confirm={t('releaseAllConfirm')}
        isOpen={isReleasing}
        onConfirm={() => {
          setIsReleasing(false)
          void releaseAll()
        }}
        onClose={() => setIsReleasing(false)}
      />
    </>
  )
}

interface DaysProps {
  readonly timeline: Timeline
  readonly days: readonly TimelineDay[]
}

function Days({ timeline, days }: DaysProps) {
  const t = useTimelineText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [query, setQuery] = useSearchParams()
  const today = days.find(({ begin, end }) => nowSec >= begin && nowSec < end)
  const day = days.find((one) => one.day === query.get('day')) ?? today
  if (day === undefined) return null
  return (
    <>
      <DayTabs
        timeline={timeline}
        days={days}
        chosen={day.day}
        onChoose={(chosen) => setQuery({ day: chosen }, { replace: true })}
      />
      <Section
        title={formatDate(day.begin, language, nowSec)}
        text={t('dayText')}
        acts={<DayActs timeline={timeline} day={day} />}
      >
        <DayLanes timeline={timeline} day={day} />
        <ShiftList timeline={timeline} day={day} />
        <DayEntries key={day.day} timeline={timeline} day={day} />
      </Section>
    </>
  )
}

interface DayProps {
  readonly timeline: Timeline
  readonly day: TimelineDay
}

function DayActs({ timeline, day }: DayProps) {
  const t = useTimelineText()
  const mayEdit = useMay()('guide', 'edit')
  const nowSec = useNowSec()
  const [dialog, setDialog] = useState<'add' | 'shift'>()
  if (!mayEdit || timeline.channel.is_linear) return null
  const isToday = nowSec >= day.begin && nowSec < day.end
  const begin = isToday ? Math.ceil(nowSec / halfHourSec) * halfHourSec : day.begin
  return (
    <div className={styles['acts']}>
      <Button icon="add" onPress={() => setDialog('add')}>
        {t('add')}
      </Button>
      <Button icon="clock" onPress={() => setDialog('shift')}>
        {t('shift')}
      </Button>
      {dialog === 'add' ? (
        <ProgrammeDialog
          timeline={timeline}
          subject={{ kind: 'new', begin, end: begin + halfHourSec }}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'shift' ? (
        <ShiftDialog cid={timeline.channel.cid} day={day} onClose={() => setDialog(undefined)} />
      ) : null}
    </div>
  )
}

function DayEntries({ timeline, day }: DayProps) {
  const mayEdit = useMay()('guide', 'edit')
  const [subject, setSubject] = useState<Dialogued>()
  return (
    <>
      <EntryList
        timeline={timeline}
        entries={entriesOf(timeline, day)}
        onOpen={mayEdit ? setSubject : undefined}
      />
      {subject === undefined ? null : (
        <ProgrammeDialog timeline={timeline} subject={subject} onClose={() => setSubject(undefined)} />
      )}
    </>
  )
}
