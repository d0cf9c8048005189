/** Just after a viewer has tuned into the middle of a programme that is recorded: the way to its beginning. */
import { useEffect, useState } from 'react'
import type { Programme } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { isPlayable, programmeAt } from '#player/core/zapping/programme-line.ts'
import controls from '#web/player/controls/controls.module.css'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { BoundViewing } from '#web/screens/channel/viewing/use-viewing.ts'

const shownMs = 10_000
/** Who misses less than this has missed nothing. */
const missedSec = 300

export interface MissedBeginningProps {
  readonly playback: Playback
  readonly cid: number
  readonly programmes: readonly Programme[]
  readonly viewing: Pick<BoundViewing, 'viewing' | 'startOver'>
  /** The controls are there, with a button of their own for it. */
  readonly isCovered: boolean
}

export function MissedBeginning({ playback, cid, programmes, viewing, isCovered }: MissedBeginningProps) {
  const t = usePlayerText()
  const isJustTuned = useJustTuned(playback, `live:${cid}`)
  // What is being pressed stays, though a pointer or a focus on it shows the controls.
  const [isPending, setIsPending] = useState(false)
  if (!isJustTuned || viewing.viewing.kind !== 'live' || (isCovered && !isPending)) return null
  const programme = programmeAt(programmes, nowMs())
  if (programme === null || !isPlayable(programme, nowMs())) return null
  if (nowMs() / 1000 - programme.begin_time <= missedSec) return null
  return (
    <div
      className={controls.skipPlace}
      data-controls
      data-offer=""
      onPointerEnter={() => setIsPending(true)}
      onPointerLeave={() => setIsPending(false)}
      // Captured: before the player shows the controls.
      onFocusCapture={() => setIsPending(true)}
      onBlurCapture={() => setIsPending(false)}
    >
      <Button className={controls.skip} title={t('live.startOverHint')} onClick={viewing.startOver}>
        {t('live.startOver')}
      </Button>
    </div>
  )
}

/** True for some seconds after the first picture of a source that was seen loading; not for one that went on. */
function useJustTuned(playback: Playback, sourceKey: string): boolean {
  const [tuned, setTuned] = useState<string | null>(null)
  useEffect(() => {
    let wasLoading = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = ({ status, sourceKey: current, hasPicture }: Playback['state']) => {
      if (current !== sourceKey) return
      if (status === 'loading') wasLoading = true
      else if (wasLoading && hasPicture) {
        wasLoading = false
        setTuned(sourceKey)
        clearTimeout(timer)
        timer = setTimeout(setTuned, shownMs, null)
      }
    }
    follow(playback.state)
    const unsubscribe = playback.subscribe(follow)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [playback, sourceKey])
  return tuned === sourceKey
}
