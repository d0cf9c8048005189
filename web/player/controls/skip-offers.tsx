/** What can be skipped now: intro and credits; and after the credits, the next episode (PLAYER-02). */
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { FilmAddress } from '#contract/films/films.ts'
import { creditsStartSec, markerAt } from '#player/core/zapping/markers.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { NextEpisode } from '#web/player/playback/next-episode.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import styles from './controls.module.css'

/** For this time the offer is shown by itself, later only together with the controls. */
const standsSec = 8
const nextAfterSec = 10

interface SkipOffersProps {
  readonly playback: Playback
  readonly answer: FilmAddress | null
  readonly next: NextEpisode | undefined
  /** The next episode has to start without any input of the viewer. */
  readonly onFollow: () => void
  readonly controlsShown: boolean
  /** An open menu covers this place: the offer waits until it is closed. */
  readonly covered: boolean
}

export function SkipOffers({ playback, answer, next, onFollow, controlsShown, covered }: SkipOffersProps) {
  const t = usePlayerText()
  const markers = answer?.markers ?? []
  const marker = usePlaybackValue(playback, ({ positionSec }) => markerAt(markers, positionSec))
  const sinceSec = usePlaybackValue(playback, ({ positionSec }) =>
    marker === null ? 0 : Math.floor(positionSec - marker.begin_sec),
  )
  const atCredits = usePlaybackValue(
    playback,
    ({ positionSec, durationSec }) =>
      durationSec !== null && durationSec > 0 && positionSec >= creditsStartSec(markers, durationSec),
  )
  // Before the first frame and beside an error message there is nothing to skip.
  const isSeen = usePlaybackValue(playback, ({ hasPicture, status }) => hasPicture && status !== 'failed')
  if (next !== undefined && atCredits)
    return <NextCard key={next.title} playback={playback} next={next} onFollow={onFollow} covered={covered} />
  if (covered || !isSeen || marker === null || (sinceSec > standsSec && !controlsShown)) return null
  return (
    <Offer>
      <Button className={styles.skip} onClick={() => playback.seek(marker.end_sec)}>
        {marker.kind === 'intro' ? t('player.skipIntro') : t('player.skipTitles')}
      </Button>
    </Offer>
  )
}

interface OfferProps {
  /** A remote control has no pointer: the last offer takes the focus, so that OK selects it. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}

/** When the offer disappears, a focus inside it moves to the player and not to the page behind. */
function Offer({ takesFocus = false, children }: OfferProps) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (takesFocus && isTelevision()) element?.querySelector<HTMLElement>('button:last-child')?.focus()
    return () => {
      if (element?.contains(document.activeElement) === true)
        element.closest('dialog')?.focus({ preventScroll: true })
    }
  }, [takesFocus])
  return (
    <div ref={place} className={styles.skipPlace} data-controls data-offer="">
      {children}
    </div>
  )
}

interface NextCardProps {
  readonly playback: Playback
  readonly next: NextEpisode
  readonly onFollow: () => void
  readonly covered: boolean
}

/**
 * Counts ten seconds of playback. If the viewer chooses to watch the credits, nothing starts automatically any
 * more; at the end the next episode is offered again.
 */
function NextCard({ playback, next, onFollow, covered }: NextCardProps) {
  const t = usePlayerText()
  const [staying, setStaying] = useState(false)
  const [left, setLeft] = useState(nextAfterSec)
  const ended = usePlaybackValue(playback, ({ status }) => status === 'ended')
  const running = usePlaybackValue(playback, ({ status }) => status === 'playing' || status === 'ended')
  useEffect(() => {
    if (staying || covered || !running) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [staying, covered, running])
  const isDue = !staying && left <= 0
  const follow = useLatest(onFollow)
  useEffect(() => {
    if (isDue) follow.current()
  }, [isDue, follow])
  if (covered || (staying && !ended)) return null
  return (
    <Offer takesFocus>
      <div className={styles.nextCard}>
        <p>{staying ? t('player.next') : t('player.nextIn', { seconds: Math.max(0, left) })}</p>
        <p className={styles.subtitle}>{next.title}</p>
        <div className={styles.nextButtons}>
          {!staying && <Button onClick={() => setStaying(true)}>{t('player.watchTitles')}</Button>}
          <Button onClick={next.play}>{t('player.watchNow')}</Button>
        </div>
      </div>
    </Offer>
  )
}
