/** A countdown required by the server; it survives a reload. */
import { useEffect, useReducer } from 'react'

export interface Wait {
  readonly untilMs: number
  /** Its length at the beginning: a clock set back does not extend it. */
  readonly sec: number
}

export function waitOf(sec: number, nowMs: number): Wait {
  return { untilMs: nowMs + sec * 1000, sec }
}

/** Whole seconds left; 0 when it is over or there was none. */
export function secondsLeft(wait: Wait | null, nowMs: number): number {
  if (wait === null) return 0
  return Math.min(wait.sec, Math.max(0, Math.ceil((wait.untilMs - nowMs) / 1000)))
}

/** The same as state, counting down. */
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
