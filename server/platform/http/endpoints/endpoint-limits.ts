import type { Endpoint, RateLimitPolicy } from '#contract/form/endpoint.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import type { RateDecision, RateLimit } from '#server/platform/limits/rate-limit.ts'
import { limitsInMemory, type RateLimits } from '#server/platform/limits/rate-limits.ts'

/** The parts of a request that declared limits count by. */
export interface LimitedClient {
  readonly viewer:
    | { readonly accountId: number; readonly sessionId?: string; readonly support?: unknown }
    | undefined
  readonly clientAddress: string
}

/** The counters of the limits that endpoints declare. */
export interface EndpointLimits {
  /** Counts one request under all limits of its endpoint; the first limit that is used up refuses it. */
  spend(
    limits: Endpoint['rateLimits'],
    client: LimitedClient,
  ): Promise<(RateDecision & { readonly kind: 'refused'; readonly policy: RateLimitPolicy }) | undefined>
}

/**
 * `attempts`: overrides of the declared numbers by a limit's name, for tests. `shared` counts the limits that are declared
 * for all processes together.
 */
export function createEndpointLimits(
  attempts: Readonly<Record<string, number>> = {},
  shared: RateLimits = limitsInMemory,
): EndpointLimits {
  const counts = new Map<string, RateLimit>()
  const countOf = (policy: RateLimitPolicy) => {
    const existing = counts.get(policy.name)
    if (existing !== undefined) return existing
    const { name, per, perSec, isShared } = policy
    const rule = { name, attempts: attempts[name] ?? policy.attempts, perSec }
    const where = isShared === true ? shared : limitsInMemory
    const made = per === 'network' ? where.byNetwork(rule) : where.limit(rule)
    counts.set(name, made)
    return made
  }
  return {
    spend: async (limits, client) => {
      for (const policy of limits) {
        const decision = await countOf(policy).spend(keyOf(policy, client))
        if (decision.kind === 'refused') return { ...decision, policy }
      }
      return undefined
    },
  }
}

function keyOf({ name, per }: RateLimitPolicy, { viewer, clientAddress }: LimitedClient): string {
  if (per === 'network') return clientAddress
  // What the staff looks at does not count as the subscriber's.
  if (viewer?.support !== undefined) return `support ${viewer.sessionId}`
  if (per === 'account_or_network')
    return viewer === undefined ? `network ${networkOf(clientAddress)}` : `account ${viewer.accountId}`
  invariant(viewer !== undefined, `${name} counts by account, and nobody is logged in`)
  return String(viewer.accountId)
}
