/** Where limits count: in the memory of one process, or in the database for all of them. */
import type { Db } from '#server/platform/database/database.ts'
import { createNetworkLimit } from './networks.ts'
import { createRateLimit, type RateLimit, type RateLimitRule } from './rate-limit.ts'
import { createSharedLimit } from './shared-limit.ts'

/** Makes the limits of a module. */
export interface RateLimits {
  /** Counts by any key: an account, a name. */
  limit(rule: RateLimitRule): RateLimit
  /** Counts by a client's address: its network, and those around it. */
  byNetwork(rule: RateLimitRule): RateLimit
}

/** Counted by each process alone: several processes allow as many times more. */
export const limitsInMemory: RateLimits = {
  limit: (rule) => createRateLimit(rule),
  byNetwork: (rule) => createNetworkLimit(rule),
}

/** Counted over all processes on this database. */
export function limitsInDatabase(db: Db): RateLimits {
  const limit = (rule: RateLimitRule) => createSharedLimit(db, rule)
  return { limit, byNetwork: (rule) => createNetworkLimit(rule, limit) }
}
