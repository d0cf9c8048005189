import { useSyncExternalStore } from 'react'
import { isTelevision } from '#web/remote/television.ts'

const wide = '(min-width: 1200px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide)
  // Engines of older televisions have no `addEventListener` on media queries.
  query.addListener(listener)
  return () => query.removeListener(listener)
}

/** Whether there is room for a column of categories beside the guide; a television's font leaves none. */
export function useIsRoomy(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !isTelevision() && window.matchMedia(wide).matches,
    () => true,
  )
}
