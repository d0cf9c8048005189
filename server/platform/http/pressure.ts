import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Detects an overload of this process, so that requests are refused early and cheaply. */
export interface Pressure {
  isHigh(): boolean
  close(): void
}

const sampleEveryMs = 1000
/** The average event loop delay of a whole second: above it the queue only grows. */
const highDelayMs = 700
/** Two measurements in a row, so that one long garbage collection or a build at the start does not count. */
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
