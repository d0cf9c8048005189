/** The video of a channel with its controls, for remote control, keyboard and touch. */
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Command } from '#player/core/zapping/key-commands.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { hasVideoTrack } from '#player/core/state/playback-state.ts'
import type { Zapping, ZappingState } from '#player/core/zapping/zapping.ts'
import { bindMediaSession } from '#player/dom/media-session.ts'
import { runCastCommand } from '#web/player/casting/casting.ts'
import { fullscreen } from '#web/player/controls/controls-row.tsx'
import { useNavigate } from '#web/router/router.ts'
import { PlayerStage } from '#web/player/stage/player-stage.tsx'
import { useControlsShown } from '#web/player/controls/use-controls-shown.ts'
import { useNowPlaying } from '#web/player/playback/now-playing.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { usePlayerKeys } from '#web/player/controls/use-player-keys.ts'
import { useTransport } from '#web/player/stage/use-transport.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { atServer } from '#web/state/site-address.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import type { ChannelStageProps } from './viewing/channel-stage-props.ts'
import { ChannelControls } from './channel-controls.tsx'
import { useSession } from '#web/session/session.ts'
import { ChannelRefusal } from './panels/channel-refusal.tsx'
import { NextUp } from './panels/next-up.tsx'
import type { BoundViewing } from './viewing/use-viewing.ts'
import { requestedPidOf } from './viewing/viewing.ts'
import { useOverlays, type Overlay } from './use-overlays.ts'
import { usePartsAhead } from './use-parts-ahead.ts'
import { useWarmNeighbours } from './use-warm-neighbours.ts'

const ShortcutsDialog = lazy(() =>
  withinLimit(import('#web/player/controls/shortcuts-dialog.tsx')).then((file) => ({
    default: file.ShortcutsDialog,
  })),
)

/** Opened by a key, when the video plays already. */
const MiniGuide = lazyOrNothing(() => import('./panels/mini-guide.tsx').then((file) => file.MiniGuide))

/** The typed number itself is kept by zapping: no digit is lost while this loads. */
const NumberCard = lazyOrNothing(() =>
  import('#web/player/number/number-card.tsx').then((file) => file.NumberCard),
)

/** Opened by a key of a remote control. */
const ProgrammeCard = lazyOrNothing(() =>
  import('./panels/programme-card.tsx').then((file) => file.ProgrammeCard),
)

/** Most programmes are followed by the next one. */
const EndCard = lazyOrNothing(() => import('./panels/end-card.tsx').then((file) => file.EndCard))

/** Comes after hours. */
const StillThereCard = lazyOrNothing(() =>
  import('#web/player/stage/still-there-card.tsx').then((file) => file.StillThereCard),
)

/** Most channels are television. */
const RadioStill = lazyOrNothing(() =>
  import('#web/player/stage/radio-still.tsx').then((file) => file.RadioStill),
)

/** Offered for some seconds after a change of channel, or to a guest after some minutes. */
const ChannelOffers = lazyOrNothing(() =>
  import('./panels/channel-offers.tsx').then((file) => file.ChannelOffers),
)

/** Few come by a link to a moment. */
const MomentEnd = lazyOrNothing(() =>
  import('#web/player/stage/moment-end.tsx').then((file) => file.MomentEnd),
)

function RadioCard({ channel }: { readonly channel: Channel }) {
  return (
    <Suspense fallback={null}>
      <RadioStill channel={channel} />
    </Suspense>
  )
}

export function ChannelStage(props: ChannelStageProps) {
  const { channel, meant, playback, elements, viewing, zapping, zap } = props
  const [active, setActive] = useState(false)
  const { overlay, show, run: runOverlays } = useOverlays(props)
  const menuOpen = overlay === 'settings'
  const setMenuOpen = (open: boolean) => show(open ? 'settings' : null)
  // Both lie where the controls would be.
  const isCovered = overlay === 'guide' || overlay === 'info'
  const playing = usePlaybackValue(playback, ({ status }) => status === 'playing')
  // What was recorded before a channel became radio has a picture.
  const hasVideo = usePlaybackValue(playback, hasVideoTrack)
  const zappingNow = meant?.id !== channel?.id
  const { shown, wake, hide } = useControlsShown(
    elements.frame,
    playing && !menuOpen && !active && !zappingNow,
  )
  usePartsAhead(playing)
  const { id: cid } = channel ?? { id: -1 }
  useWarmNeighbours({ playback, line: props.line, cid, lastId: zapping.lastId, isActive: shown || isCovered })
  const transport = useTransport({
    playback,
    elements,
    position: () => (viewing.atMs() ?? 0) / 1000,
    seek: (atSec) => viewing.atMs() !== null && viewing.seekTo(atSec * 1000),
  })
  useMediaKeys(props)
  const t = usePlayerText()
  const notRecorded = () => showToast(t('remote.notRecorded'))
  useControlFromOutside(props)

  const run = (command: Command): boolean => {
    if (runOverlays(command)) return true
    if (command.kind === 'back') return false
    if (viewing.isCast && runCastCommand(command)) return true
    // The first press of any key shows the controls with the current programme.
    wake()
    if (command.kind === 'ok' && zap.digits === null) return transport.runCommon({ kind: 'controls' })
    return (
      runTelevision(command, { playback, viewing, zapping, zap, notRecorded }) || transport.runCommon(command)
    )
  }
  usePlayerKeys({ frame: elements.frame, mode: 'television', run })

  return (
    <>
      <PlayerStage
        elements={elements}
        playback={playback}
        controlsShown={shown && !isCovered}
        hasOwnEnd={viewing.viewing.kind === 'programme'}
        refusal={overlay === 'guide' ? null : <ChannelRefusal {...props} onLive={viewing.goLive} />}
        still={channel?.is_radio === 1 && !hasVideo ? <RadioCard channel={channel} /> : undefined}
        skippedSec={transport.skippedSec}
        taps={{
          onClick: () => (menuOpen ? setMenuOpen(false) : viewing.togglePlay()),
          onDoubleClick: () => fullscreen(elements),
          onTap: () => (menuOpen ? setMenuOpen(false) : shown ? hide() : wake()),
          onSide: (side) => transport.skip(side * 10),
          onLongPress: transport.flush,
          onSwipeUp: () => show('guide'),
        }}
      >
        <ChannelControls
          {...props}
          shown={shown && !isCovered}
          onGuide={() => show('guide')}
          menuOpen={menuOpen}
          onMenu={setMenuOpen}
          skipping={transport.skippedSec !== 0}
          onHold={setActive}
          onSkip={transport.skip}
          onShortcuts={() => show('shortcuts')}
        />
        <Overlays {...props} controlsShown={shown} overlay={overlay} onClose={() => show(null)} />
        {zap.digits !== null && (
          <Suspense fallback={null}>
            <NumberCard zap={zap} line={props.line} />
          </Suspense>
        )}
      </PlayerStage>
      {overlay === 'shortcuts' && (
        <Suspense fallback={null}>
          <ShortcutsDialog open mode="television" onClose={() => show(null)} />
        </Suspense>
      )}
    </>
  )
}

interface OverlaysProps extends ChannelStageProps {
  readonly controlsShown: boolean
  readonly overlay: Overlay | null
  readonly onClose: () => void
}

/** Overlays on the video besides the controls: the next programme, the end of a programme, the guide. */
function Overlays(props: OverlaysProps) {
  const { channel, playback, viewing, programmes, controlsShown, overlay } = props
  const ended = usePlaybackValue(playback, ({ status }) => status === 'ended')
  const access = { state: useSession().token === null ? 'login' : 'subscribe', price: null } as const
  return (
    <>
      {!controlsShown && overlay === null && <NextUp playback={playback} programmes={programmes} />}
      {playback !== null && channel !== null && overlay === null && !viewing.isMinute && (
        <Suspense fallback={null}>
          <ChannelOffers {...{ playback, programmes, viewing }} cid={channel.id} isCovered={controlsShown} />
        </Suspense>
      )}
      {viewing.isMinute && (
        <Suspense fallback={null}>
          <MomentEnd playback={playback} access={access} />
        </Suspense>
      )}
      {ended &&
        !viewing.isMinute &&
        playback !== null &&
        channel !== null &&
        viewing.viewing.kind === 'programme' && (
          <Suspense fallback={null}>
            <EndCard
              playback={playback}
              viewing={viewing}
              programmes={programmes}
              onProgramme={(pid) => props.onProgramme(channel.id, pid)}
            />
          </Suspense>
        )}
      {viewing.goOn !== null && (
        <Suspense fallback={null}>
          <StillThereCard next="" onYes={viewing.goOn} />
        </Suspense>
      )}
      {overlay === 'guide' && (
        <Suspense fallback={null}>
          <StageGuide {...props} />
        </Suspense>
      )}
      {overlay === 'info' && channel !== null && (
        <Suspense fallback={null}>
          <ProgrammeCard
            {...{ channel, programmes, playback }}
            requestedPid={requestedPidOf(viewing.viewing)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The guide over the video, and what its OK key does here. */
function StageGuide(props: ChannelStageProps & { readonly onClose: () => void }) {
  const { channel, line, viewing, zapping, onClose } = props
  return (
    <MiniGuide
      line={line}
      cid={channel?.id ?? line[0]?.id ?? -1}
      isLive={viewing.viewing.kind === 'live'}
      onClose={onClose}
      onAct={(act, chosen, programme) => {
        if (act === 'not_recorded' || act === 'future') return
        onClose()
        if (act === 'watch') return chosen.id === channel?.id ? viewing.goLive() : zapping.choose(chosen.id)
        if (programme === null) return
        if (act === 'start_over') viewing.play(programme.pid)
        if (act === 'archive') props.onProgramme(chosen.id, programme.pid)
      }}
    />
  )
}

interface TelevisionTools {
  readonly playback: Playback | null
  /** Says that the programme cannot be started over. */
  readonly notRecorded: () => void
  readonly viewing: BoundViewing
  readonly zapping: Zapping
  readonly zap: ZappingState
}

function runTelevision(command: Command, tools: TelevisionTools): boolean {
  const { playback, viewing, zapping, zap } = tools
  switch (command.kind) {
    case 'channel':
      zapping.step(command.step)
      return true
    case 'last_channel':
      zapping.last()
      return true
    case 'digit':
      zapping.digit(command.digit)
      return true
    case 'confirm':
      if (zap.digits !== null) zapping.confirmDigits()
      return zap.digits !== null
    case 'ok':
      zapping.confirmDigits()
      return true
    case 'to_start':
      if (!viewing.startOver()) tools.notRecorded()
      return true
    case 'stop':
      if (viewing.viewing.kind === 'live') playback?.pause()
      else viewing.goLive()
      return true
    case 'to_end':
      viewing.goLive()
      return true
    case 'toggle_play':
      viewing.togglePlay()
      return true
    default:
      return false
  }
}

/** A phone may seek and resume where the keys of a keyboard do. */
function useControlFromOutside({ channel, playback, viewing }: ChannelStageProps): void {
  const navigate = useNavigate()
  const facts = {
    kind: 'channel',
    id: channel?.id ?? 0,
    title: channel?.name ?? '',
    subtitle: channel?.now?.title ?? '',
    picture: channel?.logo ?? '',
  } as const
  useNowPlaying(playback, facts, {
    position: () => {
      const at = viewing.atMs()
      return at === null ? null : at / 1000
    },
    seek: (positionSec) => viewing.seekTo(positionSec * 1000),
    resume: () => {
      if (playback?.state.status === 'paused') viewing.togglePlay()
      else playback?.play()
    },
    close: () => void navigate(pathOf('tv')),
  })
}

function useMediaKeys({ channel, playback, viewing, zapping }: ChannelStageProps): void {
  const title = channel?.name ?? ''
  const subtitle = channel?.now?.title ?? ''
  const picture = atServer(channel?.logo ?? '')
  const { atMs, seekTo } = viewing
  useEffect(() => {
    if (playback === null || title === '') return
    return bindMediaSession(
      { title, subtitle, picture },
      {
        play: () => playback.play(),
        pause: () => playback.pause(),
        skip(seconds) {
          const at = atMs()
          if (at !== null) seekTo(at + seconds * 1000)
        },
        next: () => zapping.step(1),
        previous: () => zapping.step(-1),
      },
    )
  }, [playback, title, subtitle, picture, zapping, atMs, seekTo])
}
