import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Tells when this process has more to do than it can, so that calls are refused early and cheaply. */
export interface Pressure {
  isHigh(): boolean
  close(): void
}

const sampleEveryMs = 1000
/** The event loop answered this late on average for a whole second: a queue that only grows. */
const highDelayMs = 700
/** Two looks in a row, so that one long garbage collection or a build at the start does not count. */
const looksInARow = 2

export function watchPressure(): Pressure {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  let highLooks = 0
  const timer = setInterval(() => {
    highLooks = loop.mean / 1e6 > highDelayMs ? highLooks + 1 : 0
    loop.reset()
  }, sampleEveryMs)
  timer.unref()
  return {
    isHigh: () => highLooks >= looksInARow,
    close: () => {
      clearInterval(timer)
      loop.disable()
    },
  }
}
