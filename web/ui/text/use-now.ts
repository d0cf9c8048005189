import { useSyncExternalStore } from 'react'
import { firstPage } from '#web/session/first-page.ts'
import { nowMs, onClockSet } from '#web/session/server/server-clock.ts'
import { createChanges } from '#web/state/create-store.ts'

/** One timer for everything that shows minutes: it runs while the page is visible. */
const everyMs = 15_000
let nowSec = 0
let timer: ReturnType<typeof setInterval> | undefined
let offClockSet: (() => void) | undefined
const changes = createChanges()

function tick() {
  nowSec = Math.floor(nowMs() / 1000)
  changes.emit()
}

function subscribe(listener: () => void): () => void {
  const leave = changes.subscribe(listener)
  if (timer === undefined) {
    // A page rendered by the server has not read the clock before.
    nowSec = Math.floor(nowMs() / 1000)
    timer = setInterval(tick, everyMs)
    offClockSet = onClockSet(tick)
  }
  return () => {
    leave()
    if (changes.count() > 0) return
    clearInterval(timer)
    timer = undefined
    offClockSet?.()
  }
}

function read(): number {
  // The value is outdated: no timer ran, or the page was hidden for a while.
  if (timer === undefined) nowSec = Math.floor(nowMs() / 1000)
  return nowSec
}

/** The first render uses the server's time, the following ones the current time. */
function drawnAt() {
  return firstPage()?.nowSec ?? read()
}

/** Unix seconds, updated every 15 seconds. */
export function useNowSec(): number {
  return useSyncExternalStore(subscribe, read, drawnAt)
}
