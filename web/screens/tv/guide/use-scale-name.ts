import { useSyncExternalStore } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import type { ScaleName } from './model/geometry.ts'

const narrow = '(max-width: 899px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(narrow)
  // Engines of older televisions have no `addEventListener` on media queries.
  query.addListener(listener)
  return () => query.removeListener(listener)
}

function read(): ScaleName {
  return isTelevision() ? 'television' : window.matchMedia(narrow).matches ? 'phone' : 'desktop'
}

/** The scale of the grid on this screen. */
export function useScaleName(): ScaleName {
  return useSyncExternalStore(subscribe, read, () => 'desktop')
}
