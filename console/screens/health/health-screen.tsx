import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { consoleHealth } from '#contract/console/health.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatDecimal } from '#contract/form/money.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import {
  type BoardChannel,
  countViews,
  filterBoard,
  readBoardFilter,
  type View,
  views,
} from './board-filter.ts'
import { ChannelAlarm } from './channel-alarm.tsx'
import { useHealthText } from './health-text.ts'
import { LevelBadge } from './level-badge.tsx'
import { ReloadClients, RunningReloads } from './reload-clients.tsx'
import { LiveStill } from './live-still.tsx'
import { ProblemList } from './problem-list.tsx'
import styles from './health.module.css'

type Board = ResponseOf<typeof consoleHealth.board>

const refreshMs = 10_000
const shownAtOnce = 60
const shownProblems = 2

/** `/health`: every channel with what it shows at the moment, worst first. The view is in the address. */
export function HealthScreen() {
  const t = useHealthText()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleHealth.board, {}),
    queryFn: ({ signal }) => call(consoleHealth.board, {}, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={
        <>
          <ServerLinks />
          <ReloadClients />
        </>
      }
    >
      <RunningReloads />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Content board={data} />
      )}
    </Page>
  )
}

/** The server beneath: its processes, its backups, its log. */
function ServerLinks() {
  const t = useHealthText()
  const may = useMay()
  return (
    <>
      <LinkButton href="/health/server">{t('server')}</LinkButton>
      <LinkButton href="/health/backups">{t('backups')}</LinkButton>
      {may('health', 'edit') ? <LinkButton href="/health/log">{t('log')}</LinkButton> : null}
    </>
  )
}

function Content({ board }: { readonly board: Board }) {
  const t = useHealthText()
  const mayLoad = useMay()('channels', 'edit')
  const [query, setQuery] = useSearchParams()
  const [limit, setLimit] = useState(shownAtOnce)
  const { channels } = board
  if (channels.length === 0)
    return (
      <Empty
        text={t(board.reported_at === null ? 'notReported' : 'none')}
        act={mayLoad ? <LinkButton href="/imports">{t('load')}</LinkButton> : undefined}
      />
    )
  const filter = readBoardFilter(query)
  const counts = countViews(channels)
  const shown = filterBoard(channels, filter)
  const set = (name: 'show' | 'q', value: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <>
      <OldReport board={board} />
      <Disk disk={board.disk} />
      <search className={styles['filters']}>
        <SearchInput label={t('search')} value={filter.text} onChange={(value) => set('q', value)} />
        <ViewChips<View>
          label={t('views')}
          views={views.map((name) => ({ name, text: t(`view.${name}`), count: counts.get(name) ?? 0 }))}
          chosen={filter.view}
          onChoose={(name) => set('show', name === 'all' ? '' : name)}
        />
      </search>
      {shown.length === 0 ? (
        <Empty text={t(filter.view === 'bad' && filter.text === '' ? 'allFine' : 'nothing')} />
      ) : (
        <ul className={styles['board']}>
          {shown.slice(0, limit).map((channel) => (
            <Tile key={channel.cid} channel={channel} />
          ))}
        </ul>
      )}
      {shown.length <= limit ? null : (
        <div>
          <Button onPress={() => setLimit(limit + shownAtOnce)}>
            {t('more', { count: Math.min(shownAtOnce, shown.length - limit) })}
          </Button>
        </div>
      )}
    </>
  )
}

function OldReport({ board: { is_old: isOld, reported_at: reportedAt } }: { readonly board: Board }) {
  const t = useHealthText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (!isOld || reportedAt === null) return null
  return (
    <p role="alert" className={styles['old']}>
      {t('old', { when: formatMoment(reportedAt, language, nowSec) })}
    </p>
  )
}

/** How much room the archive has. */
function Disk({ disk }: Pick<Board, 'disk'>) {
  const t = useHealthText()
  if (disk === null) return null
  const { free_bytes: free, total_bytes: total, hours_left: hours } = disk
  const gigabytes = (bytes: number) => formatDecimal(bytes / 1e9, 0)
  const left = hours === null ? t('diskFine') : t('diskShort', { hours: Math.max(0, Math.floor(hours)) })
  return (
    <p className={hours === null ? styles['disk'] : styles['old']}>
      {t('disk', { free: gigabytes(free), total: gigabytes(total), left })}
    </p>
  )
}

function Tile({ channel }: { readonly channel: BoardChannel }) {
  const { cid, number, name, level, problems, is_radio: isRadio } = channel
  return (
    <li className={styles['tile']} data-level={level}>
      <LiveStill cid={cid} name={name} isOff={level === 'off'} isRadio={isRadio} />
      <div className={styles['about']}>
        <Link href={`/health/${cid}`}>
          {number} {name}
        </Link>
        <LevelBadge level={level} />
        <ProblemList problems={problems} limit={shownProblems} />
        <ChannelAlarm channel={channel} />
      </div>
    </li>
  )
}
