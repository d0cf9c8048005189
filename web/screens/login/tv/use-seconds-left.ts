import { useEffect, useReducer } from 'react'

/** A clock that no setting of the television's time moves. */
export function steadyMs() {
  return performance.now()
}

/** Whole seconds until `atMs` of `steadyMs`, counted down on the screen. */
export function useSecondsLeft(atMs: number): number {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(render, 1000)
    return () => clearInterval(timer)
  }, [atMs])
  return Math.max(0, Math.ceil((atMs - steadyMs()) / 1000))
}
