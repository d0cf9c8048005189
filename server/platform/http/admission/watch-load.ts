import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log } from '#server/platform/log/log.ts'
import { type Rank, Shedding, sampleEveryMs } from './shedding.ts'

/** Refuses requests, early and cheaply, while this process has more work than it can do. */
export interface Admission {
  /** The level of overload, 0 to 2. */
  level(): number
  /** Seconds after which a request that is refused now may be sent again; undefined when it is admitted. */
  refuses(rank: Rank): number | undefined
  /** Forgets what was measured: a start blocks the loop, and nobody has waited for it. */
  reset(): void
  close(): void
}

/**
 * Measures the delay of the event loop; `open` tells how many requests are being handled, `queued` how many wait for a
 * database connection.
 */
export function watchLoad(log: Log, open: () => number, queued: () => number): Admission {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  let shedding = new Shedding()
  let sampledAtMs = performance.now()
  let cpuBefore = process.threadCpuUsage()
  let isReported = false
  const timer = setInterval(() => {
    const nowMs = performance.now()
    const elapsedMs = nowMs - sampledAtMs
    // A loop that was stuck all the time has counted nothing.
    const delayMs = loop.count > 0 ? loop.mean / 1e6 : elapsedMs - sampleEveryMs
    const cpu = process.threadCpuUsage(cpuBefore)
    cpuBefore = process.threadCpuUsage()
    shedding.sample(delayMs, elapsedMs, (cpu.user + cpu.system) / 1000 / elapsedMs, queued())
    sampledAtMs = nowMs
    loop.reset()
    if (isReported !== shedding.level > 0) {
      isReported = !isReported
      if (isReported) log.warn('http.shedding_started', { openRequests: open() })
      else log.info('http.shedding_ended', {})
    }
  }, sampleEveryMs)
  timer.unref()
  return {
    level: () => shedding.level,
    refuses: (rank) => shedding.refuses(rank, open()),
    reset: () => {
      shedding = new Shedding()
      loop.reset()
    },
    close: () => {
      clearInterval(timer)
      loop.disable()
    },
  }
}
