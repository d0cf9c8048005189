import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { plainAddress } from '#server/platform/primitives/ip-address.ts'
import { createRateLimit, type RateDecision, type RateLimit, type RateLimitRule } from './rate-limit.ts'

/**
 * The network whose attempts are counted together: an IPv4 address, or the /64 of an IPv6 one, because a household
 * has a whole one.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [bare = ''] = plain.split('%', 1)
  return ipaddr.IPv6.parse(bare)
    .parts.slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** A network that contains another. */
export interface WiderNetwork {
  readonly name: string
  /** How many times larger its budget is than that of one network in it. */
  readonly times: number
  /** A pattern for the names of its networks, as a regular expression for JavaScript and the database. */
  readonly members: string
}

/**
 * The /56 and the /48 around the /64 of `networkOf`: providers assign whole ones to one customer, who then has 256 or
 * 65,536 networks. They count as well, with larger budgets, because several customers may be in one.
 */
export function widerNetworks(network: string): readonly WiderNetwork[] {
  if (!network.includes(':')) return []
  const groups = network.split(':')
  const [a, b, c] = groups
  const high = (Number.parseInt(groups[3] ?? '0', 16) >> 8).toString(16)
  const start = `^${a}:${b}:${c}:`
  return [
    {
      name: `${a}:${b}:${c}:${high}/56`,
      times: 4,
      members: high === '0' ? `${start}[0-9a-f]{1,2}$` : `${start}${high}[0-9a-f]{2}$`,
    },
    { name: `${a}:${b}:${c}/48`, times: 16, members: start },
  ]
}

/** A limit with client addresses as keys: counted by their network, and by those around it. `make` says where. */
export function createNetworkLimit(
  rule: RateLimitRule,
  make: (rule: RateLimitRule) => RateLimit = createRateLimit,
): RateLimit {
  const times = [1, ...widerNetworks('0:0:0:0').map((wider) => wider.times)]
  const limits = times.map((factor, index) =>
    make({ ...rule, name: `${rule.name}-${index}`, attempts: rule.attempts * factor }),
  )
  /** The narrowest refuses first, so that one network does not use up what its neighbours share. */
  const withLock = async (
    address: string,
    ask: (limit: RateLimit, key: string) => Promise<RateDecision>,
  ): Promise<RateDecision> => {
    const network = networkOf(address)
    const keys = [network, ...widerNetworks(network).map(({ name }) => name)]
    let left = Number.POSITIVE_INFINITY
    for (const [index, limit] of limits.entries()) {
      const key = keys[index]
      if (key === undefined) break
      const decision = await ask(limit, key)
      if (decision.kind === 'refused') return decision
      left = Math.min(left, decision.left)
    }
    return { kind: 'allowed', left }
  }
  return {
    spend: (address) => withLock(address, (limit, key) => limit.spend(key)),
    look: (address) => withLock(address, (limit, key) => limit.look(key)),
    forget: async (address) => void (await limits[0]?.forget(networkOf(address))),
  }
}
