import type { Clock } from '#server/platform/primitives/clock.ts'

/**
 * As many logins at once as passwords are checked and wait, and none while the first in line has waited for seconds: a slow
 * machine has a shorter line. The next is sent away before it costs anything.
 */
export interface LoginGate {
  /**
   * Runs a login. When too many run, it is `busy` instead: nothing was read, and it counts as no attempt. The seconds are
   * those after which its turn may have come.
   */
  run<Result>(
    work: () => Promise<Result>,
  ): Promise<Result | { readonly kind: 'busy'; readonly retryAfterSec: number }>
}

/** While a login has taken longer than this, no other joins the line: its client would give up before its turn. */
const longestInLineMs = 4000
/** Logins that are sent away and those that are handled are counted in windows of this length. */
const windowMs = 5000
const shortestRetrySec = 2
const longestTurnSec = 40
/** Clients that are sent away together come back spread over half to one and a half of the time: steps of it. */
const spreadSteps = 16

/** After an outage everybody logs in at once: the longer the line, the later they are asked to come back. */
export function createLoginGate(maxAtOnce: number, clock: Clock): LoginGate {
  /** When those that run have started, the oldest first. */
  const running = new Map<symbol, number>()
  const isFull = () => {
    if (running.size >= maxAtOnce) return true
    for (const startedAtMs of running.values()) return clock.nowMs() - startedAtMs > longestInLineMs
    return false
  }
  let count = { windowAtMs: clock.nowMs(), sentAway: 0, handled: 0 }
  /** Those of the whole window before: the one under way has just begun. */
  let former = { sentAway: 0, handled: 0 }
  const roll = () => {
    const nowMs = clock.nowMs()
    const passedMs = nowMs - count.windowAtMs
    // A clock that was set back must not stop the windows.
    if (passedMs >= 0 && passedMs < windowMs) return
    former = passedMs < 2 * windowMs ? count : { sentAway: 0, handled: 0 }
    count = { windowAtMs: nowMs, sentAway: 0, handled: 0 }
  }
  const retryAfterSec = () => {
    const sentAway = Math.max(former.sentAway, count.sentAway)
    const perSec = Math.max(1, Math.max(former.handled, count.handled) / (windowMs / 1000))
    const turnSec = Math.min(longestTurnSec, shortestRetrySec + sentAway / perSec)
    const spread = 0.5 + (count.sentAway % spreadSteps) / spreadSteps
    return Math.max(shortestRetrySec, Math.round(turnSec * spread))
  }
  return {
    run: async (work) => {
      roll()
      if (isFull()) {
        count.sentAway += 1
        return { kind: 'busy', retryAfterSec: retryAfterSec() }
      }
      const own = Symbol('login')
      running.set(own, clock.nowMs())
      try {
        return await work()
      } finally {
        running.delete(own)
        roll()
        count.handled += 1
      }
    },
  }
}
