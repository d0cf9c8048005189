/** A quiet line for a guest who has watched for some minutes: the place survives a login. Shown until it is closed once. */
import { useEffect, useState } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import { Link } from '#web/router/router.ts'
import { closeNag, useNag } from '#web/session/nags.ts'
import { useHere } from '#web/session/way-back.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import styles from './guest-line.module.css'

/** Watched, not only opened. */
const afterSec = 180
const storageKey = 'ekran.guestLine'

function wasClosed(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

interface GuestLineProps {
  readonly playback: Playback
  /** What a login keeps: the place in a film, or one's channels. */
  readonly of?: 'film' | 'channel'
}

export function GuestLine({ playback, of = 'film' }: GuestLineProps) {
  const t = usePlayerCardText()
  const from = useHere()
  const [isClosed, setIsClosed] = useState(wasClosed)
  const isDue = useWatchedFor(playback, isClosed ? null : afterSec)
  const isPlaying = usePlaybackValue(
    playback,
    ({ problem, status }) => problem === null && status !== 'ended',
  )
  const isShown = useNag('guest_line', !isClosed && isDue && isPlaying)
  if (!isShown) return null
  const close = () => {
    setIsClosed(true)
    closeNag('guest_line')
    try {
      localStorage.setItem(storageKey, 'closed')
    } catch {
      // Without storage it is closed for this visit.
    }
  }
  return (
    <div className={styles.line} role="status" data-controls>
      <Link className={styles.link} to={pathOf('login')} state={{ from }}>
        {t(of === 'film' ? 'player.keepPlace' : 'player.keepChannels')}
      </Link>
      <IconButton icon="close" size={20} label={t('player.keepPlaceClose')} onClick={close} />
    </div>
  )
}

/** Whether something has played for so many seconds; null: nothing is counted. */
function useWatchedFor(playback: Playback, sec: number | null): boolean {
  const plays = usePlaybackValue(playback, ({ status, hasPicture }) => status === 'playing' && hasPicture)
  const [watchedSec, setWatchedSec] = useState(0)
  const isCounting = plays && sec !== null && watchedSec < sec
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setWatchedSec((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [isCounting])
  return sec !== null && watchedSec >= sec
}
