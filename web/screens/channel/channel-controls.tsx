/** The controls over a channel: number, logo and programme above; timeline, live badge and buttons below. */
import { Suspense } from 'react'
import { onAir } from '#web/ui/cards/on-air.ts'
import type { Channel, Programme } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { isPlayable, minutesLeft } from '#player/core/zapping/programme-line.ts'
import { formatPosition, formatTime } from '#web/i18n/format.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { ChannelHeart } from '#web/features/favourites/channel-heart.tsx'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { isTelevision } from '#web/remote/television.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import controls from '#web/player/controls/controls.module.css'
import { ControlsRow, TouchTransport } from '#web/player/controls/controls-row.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { PlayerButton } from '#web/player/controls/player-button.tsx'
import { PlayerIcon } from '#web/player/controls/player-icon.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { SeekBar } from '#web/player/controls/seek-bar.tsx'
import { usePlaybackState, usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import type { ChannelStageProps } from './viewing/channel-stage-props.ts'
import { liveSign, televisionLine } from '#web/player/programmes/line-of-programme.ts'
import type { BoundViewing } from './viewing/use-viewing.ts'
import { ColourKeys } from './panels/colour-keys.tsx'
import logo from '#web/ui/cards/logo-plate.module.css'
import styles from './channel-controls.module.css'

/** Only of a recording: live television has no place to return to. */
const ShareProgramme = lazyOrNothing(() =>
  import('./share-programme.tsx').then((file) => file.ShareProgramme),
)

interface ChannelControlsProps extends ChannelStageProps {
  readonly shown: boolean
  readonly menuOpen: boolean
  readonly onMenu: (open: boolean) => void
  /** The amount of a skip is being shown where the centre buttons would stand. */
  readonly skipping: boolean
  readonly onHold: (isPressed: boolean) => void
  readonly onSkip: (seconds: number) => void
  readonly onShortcuts: () => void
  readonly onGuide: () => void
}

export function ChannelControls(props: ChannelControlsProps) {
  const { channel, meant, playback, viewing, shown, panelOpen } = props
  const t = usePlayerText()
  const blocked = usePlaybackValue(playback, ({ problem }) => problem !== null)
  return (
    <>
      <div
        className={classes(controls.top, styles.top, !shown && controls.hidden)}
        data-controls
        data-blocked={blocked}
      >
        {meant !== null && (
          <Sign
            channel={meant}
            isZapping={meant.id !== channel?.id}
            playback={playback}
            programmes={props.programmes}
            viewing={viewing}
          />
        )}
        {channel !== null && <ChannelHeart className={styles.heart} channel={channel} />}
        {viewing.viewing.kind === 'programme' && !viewing.isMinute && !blocked && (
          <Suspense fallback={null}>
            <ShareProgramme {...props} />
          </Suspense>
        )}
        <PlayerButton
          icon="list"
          label={panelOpen ? t('channel.panelHide') : t('channel.panelShow')}
          aria-expanded={panelOpen}
          aria-controls="channel-panel"
          className={styles.panelButton}
          onClick={() => props.onPanel(!panelOpen)}
        />
      </div>
      {playback !== null && !viewing.isCast && (
        <TouchTransport
          playback={playback}
          shown={shown && !props.skipping}
          onSkip={props.onSkip}
          onToggle={viewing.togglePlay}
        />
      )}
      {playback !== null && !blocked && !viewing.isCast && (
        <div
          className={classes(controls.bottom, !shown && controls.hidden)}
          data-controls
          data-menu-open={props.menuOpen}
        >
          <ProgrammeLine {...props} playback={playback} />
          <ControlsRow
            playback={playback}
            elements={props.elements}
            hasPicture={channel?.is_radio !== 1}
            onSkip={props.onSkip}
            onShortcuts={props.onShortcuts}
            onTogglePlay={viewing.togglePlay}
            menuOpen={props.menuOpen}
            onMenu={props.onMenu}
            middle={<LiveBadge playback={playback} viewing={viewing} />}
            extra={
              <>
                <StartOver {...props} />
                <PlayerButton icon="guide" label={t('guide.open')} hotkey="G" onClick={props.onGuide} />
              </>
            }
          />
          {isTelevision() && channel !== null && <ColourKeys channel={channel} />}
        </div>
      )}
    </>
  )
}

interface SignProps {
  readonly channel: Channel
  readonly isZapping: boolean
  readonly playback: Playback | null
  readonly programmes: readonly Programme[]
  readonly viewing: BoundViewing
}

/** The channel and its programme; while zapping, those of the channel about to be opened. */
function Sign({ channel, isZapping, playback, programmes, viewing }: SignProps) {
  const t = usePlayerText()
  const nowSec = useNowSec()
  const state = usePlaybackState(playback)
  const originMs = originOf(viewing, state.positionSec)
  const played = isZapping || originMs === null ? null : televisionLine(state, originMs, programmes).programme
  const programme = played ?? onAir(channel, nowSec)
  const atMs = isZapping || originMs === null ? nowSec * 1000 : originMs + state.positionSec * 1000
  return (
    <div className={styles.sign}>
      <span className={styles.number}>{channel.number}</span>
      <ChannelLogo name={channel.name} logo={channel.logo} className={classes(logo.plate, styles.logo)} />
      <div className={controls.titles}>
        <p className={styles.channel}>{channel.name}</p>
        <p className={controls.title}>
          {programme?.title ?? t(channel.is_closed === 1 ? 'live.notForProfile' : 'live.noGuide')}
        </p>
        {programme !== null && (
          <p className={styles.meta}>
            {formatTime(programme.begin_time)}–{formatTime(programme.end_time)}
            <span className={styles.left}>{t('live.left', { minutes: minutesLeft(programme, atMs) })}</span>
          </p>
        )}
      </div>
    </div>
  )
}

function originOf(viewing: BoundViewing, positionSec: number): number | null {
  const atMs = viewing.atMs()
  return atMs === null ? null : atMs - positionSec * 1000
}

function ProgrammeLine(props: ChannelControlsProps & { readonly playback: Playback }) {
  const { playback, viewing, programmes, onHold } = props
  const t = usePlayerText()
  const state = usePlaybackState(playback)
  const originMs = originOf(viewing, state.positionSec)
  if (originMs === null) return <div className={styles.noLine} />
  const { line, programme } = televisionLine(state, originMs, programmes)
  const title = programme?.title ?? ''
  return (
    <div className={styles.line}>
      <span className={styles.clock}>{formatTime(line.begin)}</span>
      <SeekBar
        line={line}
        label={t('player.seek')}
        valueText={(value) =>
          title === '' ? formatTime(value) : t('live.at', { time: formatTime(value), title })
        }
        positionText={formatTime}
        holes={state.holes.map(({ beginMs, endMs }) => ({ begin: beginMs / 1000, end: endMs / 1000 }))}
        onSeek={(value) => viewing.seekTo(value * 1000)}
        onHold={onHold}
      />
      <span className={styles.clock}>{formatTime(line.end)}</span>
    </div>
  )
}

/**
 * Whether playback is live is computed and shown as text; when it is not live, the badge is the button back to
 * live.
 */
function LiveBadge({ playback, viewing }: { readonly playback: Playback; readonly viewing: BoundViewing }) {
  const t = usePlayerText()
  const state = usePlaybackState(playback)
  const sign = liveSign(state, originOf(viewing, state.positionSec), nowMs())
  if (sign === null) return null
  if (sign.kind === 'live') return <span className={styles.live}>{t('live.now')}</span>
  return (
    <>
      <span className={styles.behind}>
        {sign.kind === 'archive'
          ? t('live.archive')
          : t('live.behind', { time: formatPosition(sign.seconds) })}
      </span>
      <button
        type="button"
        className={styles.goLive}
        onClick={viewing.goLive}
        aria-label={`${t('live.now')}: ${t('live.go')}`}
        title={`${t('live.go')} (End)`}
      >
        {t('live.now')}
      </button>
    </>
  )
}

function StartOver({ playback, viewing, programmes }: ChannelStageProps) {
  const t = usePlayerText()
  const state = usePlaybackState(playback)
  const originMs = originOf(viewing, state.positionSec)
  if (originMs === null) return null
  const { programme, line } = televisionLine(state, originMs, programmes)
  // At the very beginning, and where nothing is recorded, the button would have no effect.
  if (programme === null || !isPlayable(programme, nowMs()) || line.position - line.begin < 15) return null
  return (
    <button
      type="button"
      className={styles.startOver}
      title={`${t('live.startOverHint')} (Home)`}
      onClick={viewing.startOver}
    >
      <PlayerIcon name="startOver" size={20} />
      <span>{t('live.startOver')}</span>
    </button>
  )
}
