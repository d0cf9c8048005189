/** Handles an update once: repeated ones and those of another process are recognised. */
import { type Bot, BotError } from 'grammy'
import type { Update } from 'grammy/types'
import {
  beginUpdate,
  finishUpdate,
  maxAttempts,
  outcomeOf,
  releaseUpdate,
} from '#server/telegram/telegram.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface HandlingDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bot: Pick<Bot, 'handleUpdate' | 'botInfo'>
}

/**
 * `done`: now or before. `busy`: another process handles it. `failed`: it did not end well, and is tried again when it
 * comes again, `retryAfterMs` later if Telegram says so.
 */
export type Handled =
  | { readonly kind: 'done' | 'busy' }
  | { readonly kind: 'failed'; readonly retryAfterMs: number }

const retryMs = 1000

export async function handleUpdate({ db, clock, log, bot }: HandlingDeps, update: Update): Promise<Handled> {
  const key = { botId: bot.botInfo.id, updateId: update.update_id }
  const begun = await beginUpdate(db, key, clock.nowMs())
  if (begun.kind === 'handled') return { kind: 'done' }
  if (begun.kind === 'busy') return { kind: 'busy' }
  try {
    await bot.handleUpdate(update)
  } catch (error) {
    const cause = error instanceof BotError ? error.error : error
    const outcome = outcomeOf(cause)
    const next = nextStep(outcome, begun.attempt)
    const facts = { updateId: key.updateId, attempt: begun.attempt, reason: reasonOf(outcome) }
    const more = outcome === undefined ? { error: cause } : {}
    if (next === 'finish') log.warn('telegram.update_dropped', { ...facts, ...more })
    else {
      log.warn('telegram.update_failed', { ...facts, ...more })
      await releaseUpdate(db, key, { counts: next === 'again' })
      return { kind: 'failed', retryAfterMs: pauseMs(outcome, begun.attempt) }
    }
  }
  await finishUpdate(db, key, clock.nowMs())
  return { kind: 'done' }
}

type Outcome = ReturnType<typeof outcomeOf>

/**
 * `finish`: no further attempt. `again`: one of `maxAttempts`, so that an update which Telegram refuses each time does not
 * hold up all others. `wait`: Telegram was not reached, or takes nothing from this bot: that is no fault of the update.
 */
function nextStep(outcome: Outcome, attempt: number): 'finish' | 'again' | 'wait' {
  const again = attempt >= maxAttempts ? 'finish' : 'again'
  switch (outcome?.kind) {
    case undefined:
    case 'throttled':
      return again
    case 'down':
      return outcome.reason.startsWith('http_') ? again : 'wait'
    case 'wrong_token':
      return 'wait'
    case 'blocked':
    case 'refused':
    case 'unclear':
      return 'finish'
  }
}

function reasonOf(outcome: Outcome): string {
  if (outcome === undefined) return 'broke'
  return 'reason' in outcome ? `${outcome.kind} ${outcome.reason}` : outcome.kind
}

/** Longer each time, and not before Telegram allows it. */
function pauseMs(outcome: Outcome, attempt: number): number {
  const requested = outcome?.kind === 'throttled' ? (outcome.retryAfterMs ?? 0) : 0
  return Math.max(retryMs * 2 ** Math.min(attempt - 1, 5), requested)
}
