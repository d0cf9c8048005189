/** Repeats what a network or a busy store failed, with growing pauses. */
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreFailed } from './store.ts'

export interface Patience {
  /** The pauses between tries are no longer than this together, milliseconds; 0 tries once. */
  readonly patienceMs: number
  readonly signal: AbortSignal
  /** Ends early with the signal, which it throws. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const [firstPauseMs, longestPauseMs] = [250, 30_000]

/** The last error, once the patience is over; others than `unreachable` at once. */
export async function retrying<Result>(
  { patienceMs, signal, wait = pause }: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  let [waitedMs, pauseMs] = [0, firstPauseMs]
  for (;;) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      const isPassing = error instanceof StoreFailed && error.failure === 'unreachable'
      if (!isPassing || waitedMs >= patienceMs) throw error
    }
    const restMs = Math.min(pauseMs, patienceMs - waitedMs)
    await wait(restMs, signal)
    waitedMs += restMs
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

/** Throws the reason of the signal when it ends the pause. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal })
}
