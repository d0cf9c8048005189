/**
 * The page of one channel: its video, the current programme, and beside it the channels and the programmes by day.
 */
import { useState } from 'react'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { guideDaysBack } from '#contract/form/constants.ts'
import { channels, type Channel, type Programme } from '#contract/channels/channels.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import type { PlaybackProblem } from '#player/core/state/playback-state.ts'
import type { momentOf } from '#player/core/zapping/programme-line.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useKeepLastChannel } from '#web/features/channels/last-channel.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyCard } from '#web/ui/cards/state-card.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { usePlayback, usePlaybackValue, useWatched } from '#web/player/playback/use-playback.ts'
import { useNoteChannel } from '#web/player/programmes/use-note-channel.ts'
import { ChannelInfo } from './panels/channel-info.tsx'
import { ChannelStage } from './channel-stage.tsx'
import { SidePanel, type PanelTab } from './panels/side-panel.tsx'
import { useKeepMoment } from './viewing/use-keep-moment.ts'
import { daySec, dayBegin, useProgrammes } from '#web/features/channels/use-programmes.ts'
import { useViewing, type BoundViewing } from './viewing/use-viewing.ts'
import { useZapping } from './use-zapping.ts'
import styles from './viewing/channel-page.module.css'

interface ChannelPageProps {
  readonly cid: number
  /** The programme to play from its beginning, or null for live. */
  readonly pid: number | null
  /** The moment to start at, where the address contains one. */
  readonly moment: ReturnType<typeof momentOf>
  /** Of a link to a moment: who may not watch the channel sees a minute. */
  readonly minuteToken: string | null
}

const noChannels: readonly Channel[] = []

export function ChannelPage({ cid, pid, moment, minuteToken }: ChannelPageProps) {
  const t = usePlayerText()
  const list = useChannels().state
  const line = list.kind === 'ok' ? list.data.channels.item : noChannels
  const listed = line.find(({ id }) => id === cid)
  // The channel list is requested anyway; the channel's details are only needed for a channel that is not in the
  // list.
  const detail = useCall(channels.detail, listed === undefined ? { cid } : null)
  const channel = listed ?? (detail.kind === 'ok' ? detail.data.channel : null)
  const { programmes } = useGuideAround(cid, pid !== null)
  const { elements, playback } = usePlayback((key) => isOfChannel(key, cid))
  const follow = useFollowing(pid)
  const mayWatchArchive = useMayWatchArchive()
  const minute = minuteToken !== null && !mayWatchArchive(channel) ? minuteToken : null
  const viewing = useViewing({
    // Whether it is the minute or the whole is known with the channel.
    playback: minuteToken !== null && channel === null ? null : playback,
    cid,
    pid,
    moment,
    minute,
    programmes,
    onFollow: (next) => follow(cid, next),
  })
  useRemembered({ cid, pid, playback, viewing }, channel, programmes)
  useKeepLastChannel(listed?.id)
  const { zapping, state: zap } = useZapping(line, cid)
  const [tab, setTab] = useState<PanelTab>(pid === null ? 'channels' : 'programme')
  const [panelOpen, setPanelOpen] = usePanelOpen(`${cid}/${pid}`)
  const { refused, onRefusal } = useRefused(playback, channel)

  if (detail.kind === 'refused' && detail.failure === 'channel_not_found' && list.kind === 'ok')
    return (
      <div className={styles.missing}>
        <EmptyCard title={t('channel.notFound')}>
          <ButtonLink to={pathOf('tv')} variant="primary">
            {t('channel.toChannels')}
          </ButtonLink>
        </EmptyCard>
      </div>
    )
  const playingPid = viewing.viewing.kind === 'programme' ? viewing.viewing.pid : null
  return (
    <div className={styles.page} data-panel={panelOpen} data-refused={refused}>
      <div className={styles.main}>
        <div className={styles.stage}>
          <ChannelStage
            channel={channel}
            meant={line.find(({ id }) => id === zap.targetChannelId) ?? channel}
            playback={playback}
            elements={elements}
            programmes={programmes}
            viewing={viewing}
            zapping={zapping}
            zap={zap}
            line={line}
            panelOpen={panelOpen}
            onRefusal={onRefusal}
            onPanel={(open, shownTab = tab) => {
              setPanelOpen(open)
              setTab(shownTab)
            }}
            onProgramme={follow}
          />
        </div>
        <ChannelInfo
          channel={channel}
          programmes={programmes}
          playback={playback}
          requestedPid={playingPid}
          onRetry={detail.kind === 'refused' || detail.kind === 'unreachable' ? detail.retry : undefined}
        />
      </div>
      {panelOpen && (
        <SidePanel
          cid={cid}
          playing={programmes.find(({ pid }) => pid === playingPid) ?? null}
          list={list}
          tab={tab}
          onTab={setTab}
          onChannel={(id) => {
            if (isTelevision()) setPanelOpen(false)
            zapping.choose(id)
          }}
          onClose={() => setPanelOpen(false)}
        />
      )}
    </div>
  )
}

function isOfChannel(sourceKey: string, cid: number): boolean {
  return sourceKey === `live:${cid}` || sourceKey.startsWith(`archive:${cid}:`)
}

/** What outlives the page: its moment at a reload, what goes on in the mini-player, the viewer's habits. */
function useRemembered(
  watching: Parameters<typeof useKeepMoment>[0] & { readonly viewing: BoundViewing },
  channel: Channel | null,
  programmes: readonly Programme[],
): void {
  const { pid, playback, viewing } = watching
  const { pathname: path } = useLocation()
  useKeepMoment(watching)
  useWatched(playback, () =>
    channel === null || viewing.isMinute || viewing.isCast
      ? null
      : { kind: 'channel', path, channel, pid, viewing: viewing.viewing, programmes },
  )
  useNoteChannel(playback, channel?.id)
}

/** On a television the panel covers the video: it is closed when another one was chosen. */
function usePanelOpen(place: string) {
  const [panelOpen, setPanelOpen] = useState(() => !isTelevision())
  const [openedAt, setOpenedAt] = useState(place)
  if (openedAt !== place) {
    setOpenedAt(place)
    if (isTelevision()) setPanelOpen(false)
  }
  return [panelOpen, setPanelOpen] as const
}

/**
 * Whether a card stands in place of the video. `soon`: there may be one; on a phone, where the card is higher than the
 * video, what is below waits for it instead of being pushed down.
 */
function useRefused(playback: Playback | null, channel: Channel | null) {
  const problem = usePlaybackValue(playback, (state) => state.problem)
  const plays = usePlaybackValue(playback, ({ hasPicture, autoplayBlocked }) => hasPicture || autoplayBlocked)
  const [card, setCard] = useState<PlaybackProblem | null>(null)
  const isOwnCard = problem?.kind === 'refused' && problem.failure !== 'too_many_streams'
  const isRefused = problem !== null && (!isOwnCard || card === problem)
  const mayBe = isOwnCard || (channel?.is_available !== 1 && !plays)
  return {
    refused: isRefused ? 'yes' : mayBe ? 'soon' : 'no',
    onRefusal: () => setCard(playback?.state.problem ?? null),
  } as const
}

/** A channel that is open to guests is open live only. */
function useMayWatchArchive(): (channel: Channel | null) => boolean {
  const isGuest = useSession().token === null
  return (channel) => !isGuest && channel?.is_available === 1
}

/**
 * Yesterday, today and tomorrow are enough for seeking and for the next programme; an older programme needs the
 * whole guide.
 */
function useGuideAround(cid: number, whole: boolean) {
  const today = dayBegin(useNowSec())
  const back = whole ? guideDaysBack + 1 : 1
  return useProgrammes(cid, today - back * daySec, today + 2 * daySec)
}

/** The next programme gets its own address, replacing the current history entry. */
function useFollowing(pid: number | null): (cid: number, next: number) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (cid, next) => {
    const prefix = matchPage(pathname)?.language ?? null
    void navigate(pathOf('tvArchive', { id: cid, archiId: next }, prefix), {
      // From a channel's page it is a new history entry, so that Back leads to the channel.
      replace: pid !== null,
      preventScrollReset: true,
    })
  }
}
