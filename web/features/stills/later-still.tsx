/** Stills are loaded after everything else, and not at all where data is to be saved. */
import { Suspense } from 'react'
import { useDataSaver } from '#web/state/data-saver.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import type { StillProps } from './live-still.tsx'

const LiveStill = lazyOrNothing<StillProps>(() => import('./live-still.tsx').then((file) => file.LiveStill))

/**
 * Covers its parent, which has a position, once there is a still of the channel. The element after it, the logo, moves to
 * a corner then.
 */
export function LaterStill(props: StillProps) {
  const isOff = useDataSaver()
  const isSettled = useSettled('last')
  if (isOff || !isSettled || props.channel.is_radio === 1) return null
  return (
    <Suspense fallback={null}>
      <LiveStill {...props} />
    </Suspense>
  )
}
