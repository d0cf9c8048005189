import { Suspense, useEffect } from 'react'
import {
  endRetained,
  retainedPlayback,
  type RetainedPlayback,
} from '#web/player/playback/retained-playback.ts'
import { useStore } from '#web/state/create-store.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

interface MiniProps {
  readonly retained: RetainedPlayback
}

const MiniPlayer = lazyOrNothing<MiniProps>(
  () => import('#web/player/mini/mini-player.tsx').then((file) => file.MiniPlayer),
  MiniFailed,
)

/** Its code could not be loaded: nothing plays without a control. */
function MiniFailed() {
  useEffect(endRetained, [])
  return null
}

/** Shows what goes on playing after its page was left; used once, in the shell. */
export function MiniMount() {
  const retained = useStore(retainedPlayback, () => null)
  return retained === null ? null : (
    <Suspense fallback={null}>
      <MiniPlayer retained={retained} />
    </Suspense>
  )
}
