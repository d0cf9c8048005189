/** Which of many push services may get a message now, so that one that does not answer keeps no other waiting. */
import { pauseMs } from './rules.ts'

/** Messages in flight, of all services and of one of them. */
export const width = 20
const widthOfOne = 15
/** Of all services together that have not answered yet, or not in time: somebody may name addresses that never do. */
const widthOfUnproven = 5
/** Services that are remembered; the ones used longest ago are forgotten. */
const maxHosts = 1000

interface Host {
  inFlight: number
  /** It answered its last message in time. */
  isProven: boolean
  timeoutsInRow: number
  /** Unix milliseconds. */
  pausedUntilMs: number
}

export interface HostLanes {
  /** Whether a message may go to this service now. */
  hasRoom(host: string): boolean
  /** Until when it gets none, unix milliseconds; in the past: it may. */
  pausedUntilMs(host: string): number
  began(host: string): void
  ended(host: string, end: { readonly isInTime: boolean; readonly nowMs: number }): void
}

export function createHostLanes(): HostLanes {
  const hosts = new Map<string, Host>()
  const hostOf = (name: string): Host =>
    hosts.get(name) ?? { inFlight: 0, isProven: false, timeoutsInRow: 0, pausedUntilMs: 0 }
  const remember = (name: string, host: Host) => {
    hosts.delete(name)
    hosts.set(name, host)
    for (const [former, { inFlight }] of hosts) {
      if (hosts.size <= maxHosts) return
      if (inFlight === 0) hosts.delete(former)
    }
  }
  const inFlight = (isCounted: (host: Host) => boolean) =>
    [...hosts.values()].reduce((sum, host) => sum + (isCounted(host) ? host.inFlight : 0), 0)
  return {
    hasRoom: (name) => {
      const host = hostOf(name)
      if (inFlight(() => true) >= width || host.inFlight >= widthOfOne) return false
      return host.isProven || inFlight(({ isProven }) => !isProven) < widthOfUnproven
    },
    pausedUntilMs: (name) => hostOf(name).pausedUntilMs,
    began: (name) => {
      const host = hostOf(name)
      remember(name, { ...host, inFlight: host.inFlight + 1 })
    },
    ended: (name, { isInTime, nowMs }) => {
      const host = hostOf(name)
      const left = { inFlight: Math.max(0, host.inFlight - 1), isProven: isInTime }
      if (isInTime) return remember(name, { ...left, timeoutsInRow: 0, pausedUntilMs: 0 })
      // Concurrent timeouts count once.
      const isCounted = host.pausedUntilMs <= nowMs
      const pause = pauseMs(host.timeoutsInRow, { kind: 'down', reason: 'timeout' })
      remember(name, {
        ...left,
        timeoutsInRow: host.timeoutsInRow + (isCounted ? 1 : 0),
        pausedUntilMs: isCounted ? nowMs + pause : host.pausedUntilMs,
      })
    },
  }
}
