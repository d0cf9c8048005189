/** Loads the code of the grid when the guide is opened: a list of channels does not need it. */
import { useReducer, useState } from 'react'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import type { GuideGrid } from './guide/guide-grid.tsx'
import { useOnChange } from '#web/state/use-on-change.ts'

type Grid = typeof GuideGrid
let existing: Grid | null = null

export type GuideCode =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly Grid: Grid }
  | { readonly kind: 'failed'; readonly retry: () => void }

/** Pending on the server and in the browser's first render. */
export function useGuideCode(isRequested: boolean): GuideCode {
  const [grid, setGrid] = useState<Grid | null>(() => existing)
  const [hasFailed, setFailed] = useState(false)
  const [round, again] = useReducer((count: number) => count + 1, 0)
  useOnChange([isRequested, grid, round], () => {
    if (!isRequested || grid !== null) return
    let isLeft = false
    withinLimit(import('./guide/guide-grid.tsx')).then(
      (file) => {
        existing = file.GuideGrid
        if (!isLeft) setGrid(() => file.GuideGrid)
      },
      () => !isLeft && setFailed(true),
    )
    return () => {
      isLeft = true
    }
  })
  if (grid !== null) return { kind: 'ready', Grid: grid }
  if (!hasFailed) return { kind: 'waiting' }
  const retry = () => {
    setFailed(false)
    again()
  }
  return { kind: 'failed', retry }
}
