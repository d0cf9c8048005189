import { useSyncExternalStore } from 'react'

/** One timer for everything that counts minutes: it runs while somebody looks. */
const EVERY_MS = 15_000
let nowSec = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = () => {
  nowSec = Math.floor(Date.now() / 1000)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, EVERY_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function read(): number {
  // Nobody ticked yet, or nobody was looking for a while.
  if (timer === undefined) nowSec = Math.floor(Date.now() / 1000)
  return nowSec
}

/** Unix seconds, renewed every 15 seconds. */
export function useNowSec(): number {
  return useSyncExternalStore(subscribe, read, read)
}
