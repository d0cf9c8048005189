import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export interface RateLimitRule {
  /** The limit's name in the metrics; keeps its keys apart from another's. */
  readonly name: string
  /** How many are allowed … */
  readonly attempts: number
  /** … within this many seconds, … */
  readonly perSec: number
  /** … and for how long the key is refused once it exceeded them; default: until the window ends. */
  readonly blockSec?: number
}

export type RateDecision =
  | { readonly kind: 'allowed'; readonly left: number }
  | { readonly kind: 'refused'; readonly retryAfterSec: number }

/** Counts attempts per key (an address, a phone). */
export interface RateLimit {
  /** Counts one attempt. */
  spend(key: string): Promise<RateDecision>
  /** Checks without counting. */
  look(key: string): Promise<RateDecision>
  /** Resets a key's attempts, for example after a right password. */
  forget(key: string): Promise<void>
}

/**
 * How many keys one limit stores: about 25 MB. A client with a million networks makes it drop the least recently
 * used, and does not exhaust the memory.
 */
const maxKeys = 50_000

/**
 * Counts in this process's memory. What guesses (logins, codes) is counted over all processes: `rate-limits.ts`. Flood
 * protection is the edge's task.
 */
export function createRateLimit(rule: RateLimitRule, max: number = maxKeys): RateLimit {
  const limiter = new RateLimiterMemory({
    keyPrefix: rule.name,
    points: rule.attempts,
    duration: rule.perSec,
    ...(rule.blockSec === undefined ? {} : { blockDuration: rule.blockSec }),
  })
  /** The latest used last. */
  const keys = new Set<string>()
  const remember = async (key: string) => {
    keys.delete(key)
    keys.add(key)
    if (keys.size <= max) return
    for (const oldest of keys) {
      keys.delete(oldest)
      await limiter.delete(oldest)
      return
    }
  }
  return {
    spend: async (params) => {
      const key = boundedKey(params)
      await remember(key)
      try {
        return { kind: 'allowed', left: (await limiter.consume(key)).remainingPoints }
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return refused(refusal)
        throw refusal
      }
    },
    look: async (key) => {
      const state = await limiter.get(boundedKey(key))
      if (state === null) return { kind: 'allowed', left: rule.attempts }
      return state.consumedPoints >= rule.attempts
        ? refused(state)
        : { kind: 'allowed', left: state.remainingPoints }
    },
    forget: async (key) => {
      keys.delete(boundedKey(key))
      await limiter.delete(boundedKey(key))
    },
  }
}

/** A key is external: its length, and so its memory, is bounded. */
export function boundedKey(key: string): string {
  return key.slice(0, 100)
}

function refused(state: RateLimiterRes): RateDecision {
  return { kind: 'refused', retryAfterSec: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) }
}
