/** What goes on playing while the viewer browses: a corner of a wide window, a bar above the tabs of a phone. */
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { hasVideoTrack } from '#player/core/state/playback-state.ts'
import { programmeAt } from '#player/core/zapping/programme-line.ts'
import { canPictureInPicture, togglePictureInPicture } from '#player/dom/picture-in-picture.ts'
import { PlayerButton } from '#web/player/controls/player-button.tsx'
import {
  endRetained,
  retainedPlayback,
  type RetainedPlayback,
  type PlayerSession,
  type WatchedChannel,
  type WatchedFilm,
} from '#web/player/playback/retained-playback.ts'
import { usePlaybackState, usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { useFollow } from '#web/player/programmes/use-follow.ts'
import { useNoteChannel } from '#web/player/programmes/use-note-channel.ts'
import { useAwake } from '#web/player/stage/use-awake.ts'
import { usePlaybackSession } from '#web/player/stage/use-playback-session.ts'
import { useKeepPosition } from '#web/player/stage/use-keep-position.ts'
import { useVideoPlace } from '#web/player/stage/use-video-place.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { Link } from '#web/router/router.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { onAir } from '#web/ui/cards/on-air.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useMiniText } from './mini-text.ts'
import styles from './mini-player.module.css'

export function MiniPlayer({ retained }: { readonly retained: RetainedPlayback }) {
  useEndWithoutPlace()
  const { session, watched } = retained
  return watched.kind === 'film' ? (
    <MiniFilm session={session} watched={watched} />
  ) : (
    <MiniChannel session={session} watched={watched} />
  )
}

interface FilmProps {
  readonly session: PlayerSession
  readonly watched: WatchedFilm
}

function MiniFilm({ session, watched }: FilmProps) {
  const { playback } = session
  const { vid, vfid, title, subtitle, picture, response, next } = watched
  const t = useMiniText()
  const ended = usePlaybackValue(playback, ({ status }) => status === 'ended')
  useKeepPosition(playback, { vid, vfid, counts: true }, response)
  usePlaybackSession({ playback, kind: 'film', id: vid, title, subtitle, picture, onClose: endRetained })
  const isOver = ended && next === undefined
  useEffect(() => {
    if (isOver) endRetained()
  }, [isOver])
  const following = ended ? next : undefined
  return (
    <Card
      session={session}
      path={following?.path ?? watched.path}
      title={following === undefined ? title : t('next', { title: following.title })}
      subtitle={following === undefined ? subtitle : undefined}
      onToggle={() => playback.togglePlay()}
    />
  )
}

interface ChannelProps {
  readonly session: PlayerSession
  readonly watched: WatchedChannel
}

function MiniChannel({ session, watched }: ChannelProps) {
  const { playback } = session
  const { channel, viewing, programmes } = watched
  const nowSec = useNowSec()
  const goOn = useFollow({
    ...{ playback, viewing, programmes },
    onFollow: (pid) => followWith(session, watched, pid),
  })
  useNoteChannel(playback, channel.id)
  const hasVideo = usePlaybackValue(playback, hasVideoTrack)
  const programme =
    viewing.kind === 'live'
      ? (programmeAt(programmes, nowSec * 1000) ?? onAir(channel, nowSec))
      : programmes.find(({ pid }) => pid === viewing.pid)
  const subtitle = programme?.title
  usePlaybackSession({
    ...{ playback, kind: 'channel', id: channel.id, title: channel.name, subtitle, picture: channel.logo },
    onClose: endRetained,
  })
  const toggle = () => {
    const { status, positionSec, seekStartSec, kind } = playback.state
    if (goOn !== null) goOn()
    else if (kind === 'live' && status === 'paused' && positionSec < seekStartSec - 1) playback.goToLive()
    else playback.togglePlay()
  }
  return (
    <Card
      session={session}
      path={watched.path}
      title={channel.name}
      subtitle={subtitle}
      still={
        channel.is_radio === 1 && !hasVideo ? (
          <ChannelLogo name={channel.name} logo={channel.logo} className={styles.logo} />
        ) : undefined
      }
      onToggle={toggle}
    />
  )
}

/** The next programme of the recording, with the address at which its page would play it. */
function followWith(session: PlayerSession, watched: WatchedChannel, pid: number): void {
  if (retainedPlayback.get()?.session !== session) return
  const { channel, programmes, path } = watched
  const archive = pathOf('tvArchive', { id: channel.id, archiId: pid }, matchPage(path)?.language ?? null)
  const viewing = { kind: 'programme', pid, offsetSec: 0 } as const
  retainedPlayback.set({ session, watched: { ...watched, path: archive, pid, viewing } })
  void import('#web/player/playback/address-sources.ts').then(({ programmeSource }) => {
    if (retainedPlayback.get()?.session !== session) return
    const beginSec = () => programmes.find((one) => one.pid === pid)?.begin_time ?? null
    session.playback.open(programmeSource({ cid: channel.id, pid, offsetSec: 0, atSec: null, beginSec }))
  })
}

interface CardProps {
  readonly session: PlayerSession
  /** Where the full player is. */
  readonly path: string
  readonly title: string
  readonly subtitle: string | undefined
  /** In place of a picture, of which there is none. */
  readonly still?: ReactNode
  readonly onToggle: () => void
}

function Card({ session, path, title, subtitle, still, onToggle }: CardProps) {
  const { playback, elements } = session
  const t = useMiniText()
  const player = usePlayerText()
  const { screen, words } = useVideoPlace(elements)
  const card = useRef<HTMLDivElement>(null)
  const failed = usePlaybackValue(playback, ({ status }) => status === 'failed')
  useAwake(playback, still === undefined)
  useLayoutEffect(() => {
    const { documentElement } = document
    documentElement.setAttribute('data-mini', '')
    return () => documentElement.removeAttribute('data-mini')
  }, [])
  const close = () => {
    // The focus would be lost with the button.
    if (card.current?.contains(document.activeElement) === true)
      document.getElementById('main')?.focus({ preventScroll: true })
    endRetained()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    <div
      ref={card}
      className={styles.card}
      role="region"
      aria-label={t('label')}
      data-mini-player=""
      onKeyDown={key}
    >
      <div className={styles.screen}>
        <div ref={screen} />
        {still}
        <div ref={words} className={styles.words} />
        <Progress playback={playback} />
      </div>
      <div className={styles.titles}>
        <Link
          to={path}
          state={{ opened: true }}
          className={styles.open}
          aria-label={t('open', { title })}
          preventScrollReset={path.includes('?')}
        >
          {title}
        </Link>
        <p className={styles.subtitle} role={failed ? 'alert' : undefined}>
          {failed ? t('failed') : subtitle}
        </p>
      </div>
      <div className={styles.buttons}>
        {!failed && <PlayButton playback={playback} onToggle={onToggle} />}
        {still === undefined && canPictureInPicture() && !failed && (
          <PlayerButton
            icon="pip"
            iconSize={22}
            className={styles.wide}
            label={player('player.pip')}
            onClick={() =>
              elements.video.current !== null && void togglePictureInPicture(elements.video.current)
            }
          />
        )}
        <PlayerButton icon="close" iconSize={22} label={t('close')} onClick={close} />
      </div>
    </div>
  )
}

function PlayButton({ playback, onToggle }: { readonly playback: Playback; readonly onToggle: () => void }) {
  const t = usePlayerText()
  const plays = usePlaybackValue(
    playback,
    ({ status }) => status === 'playing' || status === 'buffering' || status === 'loading',
  )
  const ended = usePlaybackValue(playback, ({ status }) => status === 'ended')
  const name = plays ? 'pause' : ended ? 'replay' : 'play'
  return <PlayerButton icon={name} iconSize={24} label={t(`player.${name}`)} onClick={onToggle} />
}

/** How much of a film was played; nothing on a channel. */
function Progress({ playback }: { readonly playback: Playback }) {
  const { kind, positionSec, durationSec } = usePlaybackState(playback)
  if (kind !== 'film' || durationSec === null || durationSec <= 0) return null
  const part = Math.min(1, positionSec / durationSec)
  return <div className={styles.progress} style={{ transform: `scaleX(${part.toFixed(4)})` }} />
}

/** Its place is gone while something plays: the page failed. Sound without a control would be left. */
function useEndWithoutPlace(): void {
  const count = useRef(0)
  useEffect(() => {
    const shown = count
    shown.current += 1
    return () => {
      shown.current -= 1
      setTimeout(() => {
        if (shown.current === 0) endRetained()
      })
    }
  }, [])
}
