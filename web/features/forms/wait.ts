/** A countdown that the server has asked for; it outlives a reload. */
import { useEffect, useReducer } from 'react'

export interface Wait {
  readonly untilMs: number
  /** How long it was at its beginning: a clock that is set back makes it no longer. */
  readonly sec: number
}

export function waitOf(sec: number, nowMs: number): Wait {
  return { untilMs: nowMs + sec * 1000, sec }
}

/** Whole seconds that are left, 0 when it is over or was none. */
export function secondsLeft(wait: Wait | null, nowMs: number): number {
  if (wait === null) return 0
  return Math.min(wait.sec, Math.max(0, Math.ceil((wait.untilMs - nowMs) / 1000)))
}

/** The same, counted down on the screen. */
export function useSecondsLeft(wait: Wait | null): number {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const left = secondsLeft(wait, Date.now())
  const runs = left > 0
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(render, 1000)
    return () => clearInterval(timer)
  }, [runs, wait?.untilMs])
  return left
}
