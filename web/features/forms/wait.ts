/** A countdown required by the server; it survives a reload. */
import { useState } from 'react'
import { useOnChange } from '#web/state/use-on-change.ts'

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
  // Older than a wait that begins later, which is then shown with its whole length.
  const [nowMs, setNowMs] = useState(() => Date.now())
  const left = secondsLeft(wait, nowMs)
  const runs = left > 0
  useOnChange([runs, wait?.untilMs], () => {
    if (!runs) return
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  })
  return left
}
