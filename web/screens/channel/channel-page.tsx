/**
 * The page of one channel: its video, the current programme, and beside it the channels and the programmes by day.
 */
import { useState } from 'react'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { guideDaysBack } from '#contract/form/constants.ts'
import { channels, type Channel } from '#contract/channels/channels.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import type { momentOf } from '#player/core/zapping/programme-line.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useKeepLastChannel } from '#web/features/channels/last-channel.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { useCall } from '#web/session/requests/api.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyCard } from '#web/ui/cards/state-card.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { usePlayback, usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { ChannelInfo } from './panels/channel-info.tsx'
import { ChannelStage } from './channel-stage.tsx'
import { SidePanel, type PanelTab } from './panels/side-panel.tsx'
import { useKeepMoment } from './viewing/use-keep-moment.ts'
import { daySec, dayBegin, useProgrammes } from '#web/features/channels/use-programmes.ts'
import { useViewing } from './viewing/use-viewing.ts'
import { useZapping } from './use-zapping.ts'
import styles from './viewing/channel-page.module.css'

interface ChannelPageProps {
  readonly cid: number
  /** The programme to play from its beginning, or null for live. */
  readonly pid: number | null
  /** The moment to start at, where the address contains one. */
  readonly moment: ReturnType<typeof momentOf>
}

const noChannels: readonly Channel[] = []

export function ChannelPage({ cid, pid, moment }: ChannelPageProps) {
  const t = usePlayerText()
  const list = useChannels().state
  const line = list.kind === 'ok' ? list.data.channels.item : noChannels
  const listed = line.find(({ id }) => id === cid)
  // The channel list is requested anyway; the channel's details are only needed for a channel that is not in the
  // list.
  const detail = useCall(channels.detail, listed === undefined ? { cid } : null)
  const channel = listed ?? (detail.kind === 'ok' ? detail.data.channel : null)
  const { programmes } = useGuideAround(cid, pid !== null)
  const { elements, playback } = usePlayback()
  const follow = useFollowing(pid)
  const viewing = useViewing({
    playback,
    cid,
    pid,
    moment,
    programmes,
    onFollow: (next) => follow(cid, next),
  })
  useKeepMoment({ cid, pid, playback, viewing })
  useKeepLastChannel(listed?.id)
  const { zapping, state: zap } = useZapping(line, cid)
  const [tab, setTab] = useState<PanelTab>(pid === null ? 'channels' : 'programme')
  const [panelOpen, setPanelOpen] = useState(() => !isTelevision())
  const isRefused = usePlaybackValue(playback, ({ problem }) => problem !== null)
  const place = `${cid}/${pid}`
  const [openedAt, setOpenedAt] = useState(place)
  if (openedAt !== place) {
    setOpenedAt(place)
    // On a television the panel covers the video that was just chosen: close it.
    if (isTelevision()) setPanelOpen(false)
  }

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
    <div className={styles.page} data-panel={panelOpen} data-refused={isRefused}>
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
            onPanel={(open, shownTab = tab) => {
              setPanelOpen(open)
              setTab(shownTab)
            }}
            onProgramme={follow}
          />
        </div>
        <ChannelInfo channel={channel} programmes={programmes} playback={playback} />
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
