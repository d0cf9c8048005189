import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 720px)')

/** Whether the window is too narrow for tables: cards are shown instead. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches,
  )
}
