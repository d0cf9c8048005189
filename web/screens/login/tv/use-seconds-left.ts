import { useEffect, useReducer } from 'react'

/** A monotonic clock: changes of the television's time do not affect it. */
export function steadyMs() {
  return performance.now()
}

/** Whole seconds until `atMs` of `steadyMs`, counting down. */
export function useSecondsLeft(atMs: number): number {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(render, 1000)
    return () => clearInterval(timer)
  }, [atMs])
  return Math.max(0, Math.ceil((atMs - steadyMs()) / 1000))
}
