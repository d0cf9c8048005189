import { useReducer } from 'react'
import { useOnChange } from '#web/state/use-on-change.ts'

/** A monotonic clock: changes of the television's time do not affect it. */
export function steadyMs() {
  return performance.now()
}

/** Whole seconds until `atMs` of `steadyMs`, counting down. */
export function useSecondsLeft(atMs: number): number {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useOnChange([atMs], () => {
    const timer = setInterval(render, 1000)
    return () => clearInterval(timer)
  })
  return Math.max(0, Math.ceil((atMs - steadyMs()) / 1000))
}
