/** Whether a service accepts messages now, or is left alone for a while after a failure. */
import type { PushServiceName } from '#contract/accounts/push-devices.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import { pauseMs } from './rules.ts'
import type { ServiceFailure } from './services/push-service.ts'

export interface ServiceState {
  readonly isPaused: boolean
  /** Unix milliseconds; in the past when it is not paused. */
  readonly pausedUntilMs: number
  /** Its last message was accepted, or none was sent yet: many may be sent at once. */
  readonly isProven: boolean
  /** It took a message since the start: its key and its environment are right. */
  readonly hasAccepted: boolean
  accepted(): void
  worked(): void
  failed(failure: ServiceFailure): void
}

export function createServiceState(service: PushServiceName, clock: Clock, log: Log): ServiceState {
  let [failuresInRow, pausedUntilMs] = [0, 0]
  let hasAccepted = false
  const isPaused = () => pausedUntilMs > clock.nowMs()
  return {
    get isPaused() {
      return isPaused()
    },
    get pausedUntilMs() {
      return pausedUntilMs
    },
    get isProven() {
      return failuresInRow === 0
    },
    get hasAccepted() {
      return hasAccepted
    },
    accepted: () => {
      hasAccepted = true
    },
    worked: () => {
      if (failuresInRow > 0) log.info('push.service_recovered', { service })
      failuresInRow = 0
      pausedUntilMs = 0
    },
    failed: (failure) => {
      // Concurrent failures count once.
      if (isPaused()) return
      const duration = pauseMs(failuresInRow, failure)
      failuresInRow += 1
      pausedUntilMs = clock.nowMs() + duration
      const facts = { service, reason: failure.reason, pauseMs: duration, failuresInRow }
      if (failure.kind === 'wrong_key') log.error('push.service_rejected_key', facts)
      else log.warn('push.service_paused', facts)
    },
  }
}
