import { useQuery } from '@tanstack/react-query'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import { consoleHealth } from '#contract/console/health.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatDecimal } from '#contract/form/money.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { MuteButton } from './alarms/mute-dialog.tsx'
import type { BoardChannel } from './board-filter.ts'
import { ChannelAlarm } from './channel-alarm.tsx'
import { ArchiveDepth } from './archive-depth.tsx'
import { DayStrip } from './day-strip.tsx'
import { FactList } from '#console/ui/fact-list.tsx'
import { useHealthText } from './health-text.ts'
import { LevelBadge } from './level-badge.tsx'
import { LiveStill } from './live-still.tsx'
import { ProblemList } from './problem-list.tsx'
import styles from './health.module.css'

type Health = ResponseOf<typeof consoleHealth.channel>

const refreshMs = 10_000

/** `/health/12`: one channel, at the moment and in the last thirty days. */
export function ChannelHealthScreen({ cid }: { readonly cid: number }) {
  const t = useHealthText()
  const may = useMay()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleHealth.channel, { cid }),
    queryFn: ({ signal }) => call(consoleHealth.channel, { cid }, { signal }),
    refetchInterval: refreshMs,
  })
  const above = <BackLink href="/health" text={t('back')} />
  if (data === undefined)
    return (
      <Page title={t('title')} above={above} isNarrow>
        {error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  const { channel } = data
  return (
    <Page
      title={`${channel.number} ${channel.name}`}
      above={above}
      isNarrow
      acts={
        <>
          {may('health', 'act') ? (
            <MuteButton subject={{ channel: cid }} isMuted={channel.muted_until !== null} />
          ) : null}
          {may('channels', 'view') ? (
            <LinkButton href={`/channels/${cid}`}>{t('toChannel')}</LinkButton>
          ) : null}
          {may('guide', 'view') ? (
            <LinkButton href={`/guide/timeline/${cid}`}>{t('toGuide')}</LinkButton>
          ) : null}
        </>
      }
    >
      <Now channel={channel} />
      <ArchiveDepth archive={data.archive} />
      <DayStrip days={data.days} historyFrom={data.history_from} />
      <Past problems={data.problems} />
    </Page>
  )
}

function Now({ channel }: { readonly channel: BoardChannel }) {
  const t = useHealthText()
  const { cid, name, level, problems, words, is_radio: isRadio } = channel
  return (
    <Section title={t('now')}>
      <div className={styles['now']}>
        <LiveStill cid={cid} name={name} isOff={level === 'off'} isRadio={isRadio} />
        <div className={styles['about']}>
          <LevelBadge level={level} />
          <ChannelAlarm channel={channel} hasReason />
          {problems.length > 0 ? (
            <ProblemList problems={problems} hasRemedies />
          ) : level === 'good' ? (
            <p>{t('fine')}</p>
          ) : null}
          {words === '' ? null : <ReasonWords reason={words} />}
        </div>
      </div>
      <Facts channel={channel} />
    </Section>
  )
}

function Facts({ channel }: { readonly channel: BoardChannel }) {
  const t = useHealthText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const moment = (at: number | null) => (at === null ? t('unknown') : formatMoment(at, language, nowSec))
  const { source, source_count: count, bits_per_second: bits } = channel
  const facts = [
    [t('source'), source === null ? t('unknown') : t('sourceOf', { number: source, count })],
    [
      t('rate'),
      bits === null || bits === 0 ? t('unknown') : t('megabits', { rate: formatDecimal(bits / 1e6, 2) }),
    ],
    [t('lastSegment'), moment(channel.last_segment_at)],
    [t('guideUntil'), moment(channel.guide_until)],
    [t('plays'), t('playsFailed', { plays: channel.plays, failed: channel.failed_plays })],
  ] as const
  return <FactList facts={facts} />
}

function Past({ problems }: Pick<Health, 'problems'>) {
  const t = useHealthText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const moment = (at: number) => formatMoment(at, language, nowSec)
  return (
    <Section title={t('past')}>
      {problems.length === 0 ? (
        <p>{t('noPast')}</p>
      ) : (
        <ul className={styles['problems']}>
          {problems.map(({ kind, from, until }) => (
            <li key={`${kind} ${from}`}>
              <strong>{t(`problem.${kind}`)}</strong>
              <small>
                {until === null
                  ? `${t('since', { when: moment(from) })}, ${t('lasts')}`
                  : t('span', { from: moment(from), until: moment(until) })}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
