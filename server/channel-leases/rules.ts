/** Which leases a node takes and which it gives away. Pure: every node decides for itself, on the same facts. */

/** A live node with `media`. */
export interface NodeFacts {
  readonly nodeId: string
  /** Channels at once; 0 for no limit. */
  readonly capacity: number
  readonly isDrained: boolean
  readonly isBalancing: boolean
}

/** A channel and the node that may record it. */
export interface LeaseFacts {
  readonly channelId: string
  readonly nodeId: string
}

/** The lease of the media folder as a whole. */
export const folderLease = '*'

export interface Situation {
  readonly me: string
  /** Live ones only, with `me`. */
  readonly nodes: readonly NodeFacts[]
  /** Of all nodes that the database has, with that of the folder: what one has whose time is over is not free yet. */
  readonly leases: readonly LeaseFacts[]
  /** The channels that must be recorded. */
  readonly requested: ReadonlySet<string>
  /** How long a channel has been without a lease, as far as this node saw; milliseconds. */
  readonly freeMs: (channelId: string) => number
  /** The last channel that was handsOver away has had time to begin elsewhere. */
  readonly mayHandOver: boolean
}

export interface Decision {
  readonly take: readonly string[]
  readonly release: readonly string[]
  /** Its surplus is gone: the flag may be. */
  readonly isBalanced: boolean
}

/** A node that has room for its share takes it within a second: what stays free for longer is anybody's. */
export const spareMs = 5000
/** The same for a channel that had a node until now. */
export const lostSpareMs = 1500

/**
 * The fair share of each node that is not drained, in proportion to the capacities: whole channels, within one of the exact
 * figure, all channels together unless the capacities do not suffice.
 */
export function sharesOf(nodes: readonly NodeFacts[], channels: number): ReadonlyMap<string, number> {
  const taking = nodes
    .filter(({ isDrained }) => !isDrained)
    .toSorted((one, other) => (one.nodeId < other.nodeId ? -1 : 1))
  const weights = taking.map(({ capacity }) => (capacity === 0 ? Math.max(1, channels) : capacity))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total <= channels) return new Map(taking.map(({ nodeId }, place) => [nodeId, weights[place] ?? 0]))
  const exact = weights.map((weight) => (channels * weight) / total)
  const shares = exact.map(Math.floor)
  let left = channels - shares.reduce((sum, share) => sum + share, 0)
  const byRest = exact
    .map((figure, place) => ({ rest: figure - Math.floor(figure), place }))
    .toSorted((one, other) => other.rest - one.rest || one.place - other.place)
  for (const { place } of byRest) {
    if (left === 0) break
    shares[place] = (shares[place] ?? 0) + 1
    left--
  }
  return new Map(taking.map(({ nodeId }, place) => [nodeId, shares[place] ?? 0]))
}

/** What a node does now with the leases that it has and with those that nobody has. */
export function decide(situation: Situation): Decision {
  const { me, nodes, leases, requested } = situation
  const own = nodes.find(({ nodeId }) => nodeId === me)
  if (own === undefined) return { take: [], release: [], isBalanced: false }
  const leased = new Set(leases.map(({ channelId }) => channelId))
  const held = leases.filter((lease) => lease.nodeId === me).map(({ channelId }) => channelId)
  const free = [...requested].filter((channelId) => !leased.has(channelId))
  const recorded = held.filter((channelId) => requested.has(channelId))
  const unwanted = held.filter((channelId) => channelId !== folderLease && !requested.has(channelId))
  const share = sharesOf(nodes, requested.size).get(me) ?? 0
  const surplus = own.isDrained ? recorded.length : own.isBalancing ? recorded.length - share : 0
  const handsOver = surplus > 0 && free.length === 0 && situation.mayHandOver && hasRecipient(situation, own)
  const folder = folderDecision(situation, own)
  return {
    take: [...folder.take, ...takenBy(situation, own, { free, share, recorded: recorded.length })],
    release: [...folder.release, ...unwanted, ...(handsOver ? inOrder(me, recorded).slice(-1) : [])],
    isBalanced: own.isBalancing && surplus <= 0,
  }
}

function takenBy(
  { me, freeMs }: Situation,
  { capacity, isDrained }: NodeFacts,
  {
    free,
    share,
    recorded,
  }: { readonly free: readonly string[]; readonly share: number; readonly recorded: number },
): readonly string[] {
  if (isDrained) return []
  const room = capacity === 0 ? free.length : Math.max(0, capacity - recorded)
  const atOnce = Math.min(room, Math.max(0, share - recorded))
  const ordered = inOrder(me, free)
  const spare = ordered.slice(atOnce).filter((channelId) => freeMs(channelId) >= spareMs)
  return [...ordered.slice(0, atOnce), ...spare].slice(0, room)
}

/** Whether another node takes what is handsOver away: a drained node one with room, a balancing one that is below its share. */
function hasRecipient({ nodes, leases, requested }: Situation, own: NodeFacts): boolean {
  const shares = sharesOf(nodes, requested.size)
  return nodes.some(({ nodeId, capacity, isDrained }) => {
    if (nodeId === own.nodeId || isDrained) return false
    const has = leases.filter((lease) => lease.nodeId === nodeId && requested.has(lease.channelId)).length
    return own.isDrained ? capacity === 0 || has < capacity : has < (shares.get(nodeId) ?? 0)
  })
}

/** One node has the folder, a drained one only where all are. */
function folderDecision(
  { me, nodes, leases }: Situation,
  own: NodeFacts,
): Pick<Decision, 'take' | 'release'> {
  const holder = leases.find(({ channelId }) => channelId === folderLease)?.nodeId
  const isAnyTaking = nodes.some(({ isDrained }) => !isDrained)
  const isRight = !own.isDrained || !isAnyTaking
  return {
    take: holder === undefined && isRight ? [folderLease] : [],
    release: holder === me && !isRight ? [folderLease] : [],
  }
}

/** Each node has another order, so that two that take at once seldom want the same. */
function inOrder(nodeId: string, channelIds: readonly string[]): readonly string[] {
  return channelIds
    .map((channelId) => ({ channelId, rank: rankOf(`${nodeId} ${channelId}`) }))
    .toSorted((one, other) => one.rank - other.rank || (one.channelId < other.channelId ? -1 : 1))
    .map(({ channelId }) => channelId)
}

/** FNV-1a, 32 bits. */
function rankOf(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193) >>> 0
  return hash
}
