import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { networkOf } from '#server/platform/limits/networks.ts'

/** Slows down guesses at one password, over all addresses together. */
export interface GuessLimiter {
  /** Waits for this attempt's turn; false when too many wait already. */
  mayTry(address: string): Promise<boolean>
  wasWrong(): void
  /** A client that knows the password does not wait for hours. */
  wasRight(address: string): void
}

/** More wrong passwords than this in ten minutes, over all addresses, are no typing errors of operators. */
const freely = 30
const windowMs = 600_000
/** Then one per second is checked, and so many may wait for it. */
const betweenMs = 1000
const maxWaiting = 10
/** A browser sends the password with every page: where it was right, an operator is at work. */
const rememberedMs = 12 * 3_600_000
const maxCached = 200

/**
 * Ten thousand addresses with ten attempts a minute each are a hundred thousand guesses a minute. Above the usual
 * number of typing errors, attempts from unknown networks share one queue; an address with a right password skips it.
 */
export function createGuessLimiter(
  clock: Pick<Clock, 'nowMs'>,
  pause: (ms: number) => Promise<unknown> = wait,
): GuessLimiter {
  let wrong = { sinceMs: 0, count: 0 }
  let waiting = 0
  let line: Promise<unknown> = Promise.resolve()
  /** Network → when the password was last right there, the latest last. */
  const cached = new Map<string, number>()
  const isOn = () => clock.nowMs() - wrong.sinceMs < windowMs && wrong.count > freely
  const isRecognised = (address: string) =>
    clock.nowMs() - (cached.get(networkOf(address)) ?? Number.NEGATIVE_INFINITY) < rememberedMs
  return {
    mayTry: async (address) => {
      if (!isOn() || isRecognised(address)) return true
      if (waiting >= maxWaiting) return false
      waiting += 1
      line = line.then(() => pause(betweenMs))
      try {
        await line
      } finally {
        waiting -= 1
      }
      return true
    },
    wasWrong: () => {
      const nowMs = clock.nowMs()
      wrong =
        nowMs - wrong.sinceMs < windowMs ? { ...wrong, count: wrong.count + 1 } : { sinceMs: nowMs, count: 1 }
    },
    wasRight: (address) => {
      const network = networkOf(address)
      cached.delete(network)
      cached.set(network, clock.nowMs())
      const [oldest] = cached.keys()
      if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest)
    },
  }
}
