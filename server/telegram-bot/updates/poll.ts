/** Fetches updates by long polling: one process at a time, as a job. */
import { Api } from 'grammy'
import { clientOptions, outcomeOf, type BotInUse } from '#server/telegram/telegram.ts'
import { type HandlingDeps, type Handled, handleUpdate } from './handle-update.ts'

/** Telegram answers after this time if nothing happened. */
const pollSec = 25
const longestPauseMs = 30_000
/** Only these are fetched. */
export const updateKinds = ['message', 'callback_query', 'inline_query', 'my_chat_member'] as const

export interface PollingDeps extends HandlingDeps {
  readonly inUse: BotInUse
  /** Whether this bot is still the one that is set. */
  readonly isCurrent: () => boolean
}

/**
 * Polls until `signal` fires or another bot is set. Updates are confirmed when they are handled: one that failed is
 * fetched again. While Telegram is away its updates wait there, for a day.
 */
export async function pollUpdates(deps: PollingDeps, signal: AbortSignal): Promise<void> {
  const { inUse, isCurrent, log } = deps
  const api = new Api(inUse.settings.token, clientOptions(inUse.settings, pollSec + 15))
  let offset: number | undefined
  let failures = 0
  while (!signal.aborted && isCurrent()) {
    try {
      const timeout = failures === 0 ? pollSec : 1
      const request = {
        timeout,
        allowed_updates: [...updateKinds],
        ...(offset === undefined ? {} : { offset }),
      }
      const updates = await untilAborted(api.getUpdates(request), signal)
      if (updates === undefined) return
      if (failures > 0) log.info('telegram.polling_recovered')
      failures = 0
      for (const update of updates) {
        if (signal.aborted || !isCurrent()) return
        const handled = await handleUpdate(deps, update)
        if (handled.kind !== 'done') {
          await pause(pauseOf(handled), signal)
          break
        }
        offset = update.update_id + 1
      }
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome === undefined) throw error
      failures += 1
      const pauseMs = Math.min(1000 * 2 ** Math.min(failures, 10), longestPauseMs)
      log.warn('telegram.polling_failed', { kind: outcome.kind, pauseMs })
      await pause(pauseMs, signal)
    }
  }
}

function pauseOf(handled: Exclude<Handled, { kind: 'done' }>): number {
  return handled.kind === 'failed' ? Math.min(handled.retryAfterMs, longestPauseMs) : 1000
}

/** Undefined when the signal fires first; the abandoned request ends by its own time limit. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  const ended = Promise.withResolvers<undefined>()
  const end = () => ended.resolve(undefined)
  signal.addEventListener('abort', end, { once: true })
  work.catch(() => undefined)
  try {
    return await Promise.race([work, ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
  })
}
