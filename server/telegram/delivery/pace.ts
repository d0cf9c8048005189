/** Whether the bot sends now, or waits for a while after a failure; and the pace of its messages. */
import type { CallFailure } from '#server/telegram/api/bot-client.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import { pauseMs } from './rules.ts'

export interface Pace {
  readonly isPaused: boolean
  /** Unix milliseconds; in the past when it is not paused. */
  readonly pausedUntilMs: number
  /** After a failure one message is tried before many are. */
  readonly isProven: boolean
  worked(): void
  failed(failure: CallFailure): void
}

export function createPace(clock: Clock, log: Log): Pace {
  let [failuresInRow, pausedUntilMs] = [0, 0]
  return {
    get isPaused() {
      return pausedUntilMs > clock.nowMs()
    },
    get pausedUntilMs() {
      return pausedUntilMs
    },
    get isProven() {
      return failuresInRow === 0
    },
    worked: () => {
      if (failuresInRow > 0) log.info('telegram.recovered')
      ;[failuresInRow, pausedUntilMs] = [0, 0]
    },
    failed: (failure) => {
      const duration = pauseMs(failuresInRow, failure)
      failuresInRow += 1
      pausedUntilMs = clock.nowMs() + duration
      const facts = { reason: failure.reason, pauseMs: duration, failuresInRow }
      if (failure.kind === 'wrong_token') log.error('telegram.token_rejected', facts)
      else log.warn('telegram.paused', facts)
    },
  }
}
