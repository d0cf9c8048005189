import { useSyncExternalStore } from 'react'
import { firstPage } from '#web/session/first-page.ts'
import { nowMs, onClockSet } from '#web/session/server-clock.ts'

/** One timer for everything that counts minutes: it runs while somebody looks. */
const everyMs = 15_000
let nowSec = 0
let timer: ReturnType<typeof setInterval> | undefined
let offClockSet: (() => void) | undefined
const listeners = new Set<() => void>()

function tick() {
  nowSec = Math.floor(nowMs() / 1000)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    // A page that the server drew has not asked for the time before.
    nowSec = Math.floor(nowMs() / 1000)
    timer = setInterval(tick, everyMs)
    offClockSet = onClockSet(tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    offClockSet?.()
  }
}

function read(): number {
  // Nobody ticked yet, or nobody was looking for a while.
  if (timer === undefined) nowSec = Math.floor(nowMs() / 1000)
  return nowSec
}

/** A page that the server drew is drawn a second time at the same moment, and then goes on. */
function drawnAt() {
  return firstPage()?.nowSec ?? read()
}

/** Unix seconds, renewed every 15 seconds. */
export function useNowSec(): number {
  return useSyncExternalStore(subscribe, read, drawnAt)
}
