import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, folderLease, type LeaseFacts, type NodeFacts, sharesOf, type Situation } from './rules.ts'

const nodeNames = ['a', 'b', 'c', 'd', 'e']
const arbitraryNodes = fc.subarray(nodeNames, { minLength: 1 }).chain((names) =>
  fc.tuple(
    ...names.map((nodeId) =>
      fc.record({
        nodeId: fc.constant(nodeId),
        capacity: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 })),
        isDrained: fc.boolean(),
        isBalancing: fc.boolean(),
      }),
    ),
  ),
)
const arbitraryChannels = fc.integer({ min: 0, max: 40 }).map((count) => channels(count))

function channels(count: number): ReadonlySet<string> {
  return new Set(Array.from({ length: count }, (_, place) => String(place + 1)))
}

function roomOf(nodes: readonly NodeFacts[], count: number): number {
  return nodes.reduce(
    (sum, { capacity, isDrained }) => sum + (isDrained ? 0 : capacity === 0 ? count : capacity),
    0,
  )
}

/** All nodes in turn, again and again, as the database would let them: a channel that has a lease is not given twice. */
function settle(
  nodes: readonly NodeFacts[],
  requested: ReadonlySet<string>,
  { start = [], freeMs = 60_000 }: { start?: readonly LeaseFacts[]; freeMs?: number } = {},
) {
  let leases = [...start]
  const flags = new Map(nodes.map(({ nodeId, isBalancing }) => [nodeId, isBalancing]))
  for (let round = 0; round < 200; round++) {
    let isCalm = true
    for (const { nodeId: me } of nodes) {
      const current = nodes.map((node) => ({ ...node, isBalancing: flags.get(node.nodeId) === true }))
      const situation: Situation = {
        me,
        nodes: current,
        leases,
        requested,
        freeMs: () => freeMs,
        mayHandOver: true,
      }
      const { take, release, isBalanced } = decide(situation)
      for (const channelId of take)
        expect(leases.find((lease) => lease.channelId === channelId)).toBeUndefined()
      for (const channelId of release) expect(leases).toContainEqual({ channelId, nodeId: me })
      leases = leases.filter(({ channelId }) => !release.includes(channelId))
      leases.push(...take.map((channelId) => ({ channelId, nodeId: me })))
      if (isBalanced) flags.set(me, false)
      if (take.length + release.length > 0) isCalm = false
    }
    if (isCalm) break
  }
  const countOf = (nodeId: string) =>
    leases.filter((lease) => lease.nodeId === nodeId && lease.channelId !== folderLease).length
  return { leases, countOf }
}

describe('the share of a node', () => {
  it('is within one of the exact figure, and all shares are all channels unless the capacities do not suffice', () => {
    fc.assert(
      fc.property(arbitraryNodes, fc.integer({ min: 0, max: 100 }), (nodes, count) => {
        const shares = sharesOf(nodes, count)
        const taking = nodes.filter(({ isDrained }) => !isDrained)
        const weight = ({ capacity }: NodeFacts) => (capacity === 0 ? Math.max(1, count) : capacity)
        const total = taking.reduce((sum, node) => sum + weight(node), 0)
        const sum = [...shares.values()].reduce((all, share) => all + share, 0)
        expect(sum).toBe(taking.length === 0 ? 0 : Math.min(count, total))
        for (const node of taking) {
          const exact = total === 0 ? 0 : Math.min(weight(node), (count * weight(node)) / total)
          expect(Math.abs((shares.get(node.nodeId) ?? 0) - exact)).toBeLessThan(1)
        }
      }),
    )
  })
})

describe('decisions about leases', () => {
  it('give every channel one holder where the capacities suffice, and nothing to a node beyond its own', () => {
    fc.assert(
      fc.property(arbitraryNodes, arbitraryChannels, (nodes, requested) => {
        const { leases, countOf } = settle(nodes, requested)
        const recorded = leases.filter(({ channelId }) => channelId !== folderLease)
        expect(recorded.length).toBe(Math.min(requested.size, roomOf(nodes, requested.size)))
        expect(leases.filter(({ channelId }) => channelId === folderLease).length).toBe(1)
        for (const { nodeId, capacity } of nodes)
          if (capacity > 0) expect(countOf(nodeId)).toBeLessThanOrEqual(capacity)
      }),
    )
  })

  it('take only the share at once, so that nodes that start together have equal parts', () => {
    const requested = channels(10)
    const nodes = ['a', 'b', 'c'].map((nodeId) => ({
      nodeId,
      capacity: 0,
      isDrained: false,
      isBalancing: false,
    }))
    const atOnce = decide({ me: 'a', nodes, leases: [], requested, freeMs: () => 0, mayHandOver: true })
    expect(atOnce.take.filter((channelId) => channelId !== folderLease).length).toBe(4)
    const later = decide({ me: 'a', nodes, leases: [], requested, freeMs: () => 6000, mayHandOver: true })
    expect(later.take.filter((channelId) => channelId !== folderLease).length).toBe(10)
  })

  it('leave a drained node with nothing, where the others have room, one channel at a time', () => {
    fc.assert(
      fc.property(arbitraryNodes, arbitraryChannels, (nodes, requested) => {
        const undrained = nodes.map((node) => ({ ...node, isDrained: false, isBalancing: false }))
        const { leases } = settle(undrained, requested)
        const [first] = undrained
        if (first === undefined) return
        const drained = undrained.map((node) => ({ ...node, isDrained: node.nodeId === first.nodeId }))
        const step = decide({
          me: first.nodeId,
          nodes: drained,
          leases,
          requested,
          freeMs: () => 0,
          mayHandOver: true,
        })
        expect(step.release.filter((channelId) => channelId !== folderLease).length).toBeLessThanOrEqual(1)
        expect(step.take).toEqual([])
        const after = settle(drained, requested, { start: leases })
        const room = roomOf(drained, requested.size)
        const recorded = after.leases.filter(({ channelId }) => channelId !== folderLease).length
        const before = leases.filter(({ channelId }) => channelId !== folderLease).length
        // What nobody else has room for is recorded where it was.
        expect(after.countOf(first.nodeId)).toBe(Math.max(0, before - room))
        expect(recorded).toBe(before)
      }),
    )
  })

  it('balance to shares within one, without a channel that nobody has in the end', () => {
    fc.assert(
      fc.property(arbitraryNodes, arbitraryChannels, (nodes, requested) => {
        const all = nodes.map((node) => ({ ...node, isDrained: false, isBalancing: true }))
        const [first] = all
        if (first === undefined) return
        const room = first.capacity === 0 ? requested.size : Math.min(first.capacity, requested.size)
        const start = [...requested].slice(0, room).map((channelId) => ({ channelId, nodeId: first.nodeId }))
        const { countOf } = settle(all, requested, { start, freeMs: 0 })
        const shares = sharesOf(all, requested.size)
        for (const { nodeId } of all) expect(countOf(nodeId)).toBe(shares.get(nodeId) ?? 0)
      }),
    )
  })

  it('give up what is not recorded any more, and give nothing away while a channel waits', () => {
    const nodes = ['a', 'b'].map((nodeId) => ({
      nodeId,
      capacity: 0,
      isDrained: nodeId === 'a',
      isBalancing: false,
    }))
    const leases = ['1', '2', '3'].map((channelId) => ({ channelId, nodeId: 'a' }))
    const situation = { me: 'a', nodes, leases, freeMs: () => 0, mayHandOver: true }
    expect(decide({ ...situation, requested: new Set(['1', '2']) }).release).toContain('3')
    expect(decide({ ...situation, requested: new Set(['1', '2', '3', '4']) }).release).toEqual([])
    expect(decide({ ...situation, requested: new Set(['1', '2', '3']), mayHandOver: false }).release).toEqual(
      [],
    )
  })
})
