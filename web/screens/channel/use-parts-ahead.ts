import { useEffect } from 'react'

/** After the picture's own first seconds. */
const quietMs = 4000

/** What a key opens, or the end of a programme: none of it waits for a slow line then. */
const parts = [
  () => import('#web/player/number/number-card.tsx'),
  () => import('./panels/programme-card.tsx'),
  () => import('./panels/end-card.tsx'),
  () => import('#web/player/stage/still-there-card.tsx'),
]

/** Loads the page's rare parts once the picture moves; what fails is loaded when it is opened. */
export function usePartsAhead(isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => {
      for (const load of parts) load().catch(() => undefined)
    }, quietMs)
    return () => clearTimeout(timer)
  }, [isPlaying])
}
