import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgeChoice, type EdgeToChoose } from './choose-edge.ts'

const edgeOf = (edgeId: number, more: Partial<EdgeToChoose> = {}): EdgeToChoose => ({
  ...{ edgeId, base: `https://edge${edgeId}.example.uz`, weight: 100, state: 'on', prefixes: [] },
  ...{ isHealthy: true, ...more },
})
const pools = ['10.0.0.0/8', '10.20.0.0/16', '10.20.30.0/24', '2001:db8::/32', '192.0.2.0/24']
const anyEdges = fc
  .array(
    fc.record({
      weight: fc.integer({ min: 0, max: 1000 }),
      state: fc.constantFrom('on' as const, 'draining' as const, 'off' as const),
      prefixes: fc.subarray(pools),
      isHealthy: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((all) => all.map((one, index) => edgeOf(index + 1, one)))
const anyAddress = fc.constantFrom('10.1.2.3', '10.20.1.1', '10.20.30.40', '2001:db8::5', '8.8.8.8', '')
const anyRequest = fc.record({ address: anyAddress, key: fc.string({ maxLength: 20 }) })
const keys = Array.from({ length: 4000 }, (_, index) => `session-${index} channel-${index % 7}`)

describe('the choice of an edge', () => {
  it('is an edge that is on, healthy, weighted and for the viewer, or none where there is no such edge', () => {
    fc.assert(
      fc.property(anyEdges, anyRequest, (edges, request) => {
        const usable = edges.filter(
          (edge) =>
            edge.state === 'on' &&
            edge.isHealthy &&
            edge.weight > 0 &&
            (edge.prefixes.length === 0 || lengthIn(edge, request.address) > 0),
        )
        const chosen = edgeChoice(edges)(request)
        if (usable.length === 0) {
          expect(chosen).toBeUndefined()
          return
        }
        expect(usable).toContain(chosen)
        const longest = Math.max(...usable.map((edge) => lengthIn(edge, request.address)))
        expect(lengthIn(chosen, request.address)).toBe(longest)
      }),
    )
  })

  it('is the same for the same viewer, in whatever order the edges are listed', () => {
    fc.assert(
      fc.property(anyEdges, anyRequest, (edges, request) => {
        expect(edgeChoice(edges.toReversed())(request)).toBe(edgeChoice(edges)(request))
      }),
    )
  })

  it('moves only the viewers of an edge that leaves, that drains, or that the player did not reach', () => {
    fc.assert(
      fc.property(anyEdges, anyRequest, fc.nat(), (edges, request, at) => {
        const gone = edges[at % Math.max(1, edges.length)]
        const before = edgeChoice(edges)(request)
        if (gone === undefined || before === gone) return
        const { edgeId } = gone
        const draining = edges.map((one) => (one === gone ? { ...one, state: 'draining' as const } : one))
        expect(edgeChoice(edges.filter((one) => one !== gone))(request)).toBe(before)
        expect(edgeChoice(draining)(request)).toBe(before)
        expect(edgeChoice(edges)({ ...request, failed: gone.base })).toBe(before)
        expect(before?.edgeId).not.toBe(edgeId)
      }),
    )
  })

  it('moves viewers to an edge whose weight grows, and to no other', () => {
    fc.assert(
      fc.property(anyEdges, anyRequest, fc.nat(), (edges, request, at) => {
        const grown = edges[at % Math.max(1, edges.length)]
        if (grown === undefined) return
        const before = edgeChoice(edges)(request)
        const after = edgeChoice(edges.map((one) => (one === grown ? { ...one, weight: 1000 } : one)))(
          request,
        )
        if (after?.edgeId !== before?.edgeId) expect(after?.edgeId).toBe(grown.edgeId)
      }),
    )
  })

  it('gives each its share by weight', () => {
    const choose = edgeChoice([edgeOf(1, { weight: 100 }), edgeOf(2, { weight: 300 })])
    const second = keys.filter((key) => choose({ address: '8.8.8.8', key })?.edgeId === 2)
    // Three quarters; the standard deviation of 4,000 is 0.7 %.
    expect(second.length / keys.length).toBeGreaterThan(0.71)
    expect(second.length / keys.length).toBeLessThan(0.79)
  })

  it('takes the next shorter prefix, and then edges for all, where the nearest are not usable', () => {
    const near = edgeOf(1, { prefixes: ['10.20.30.0/24'] })
    const wider = edgeOf(2, { prefixes: ['10.0.0.0/8', '2001:db8::/32'] })
    const everybody = edgeOf(3)
    const request = { address: '10.20.30.40', key: 'a' }
    expect(edgeChoice([everybody, wider, near])(request)).toBe(near)
    expect(edgeChoice([everybody, wider, { ...near, isHealthy: false }])(request)).toBe(wider)
    expect(edgeChoice([everybody, { ...wider, state: 'off' as const }])(request)).toBe(everybody)
    expect(edgeChoice([everybody, wider])({ address: '2001:db8::1', key: 'a' })).toBe(wider)
    expect(edgeChoice([everybody, wider])({ address: '::ffff:10.1.1.1', key: 'a' })).toBe(wider)
    expect(edgeChoice([wider])({ address: '8.8.8.8', key: 'a' })).toBeUndefined()
    expect(edgeChoice([])(request)).toBeUndefined()
  })
})

/** The longest of the edge's prefixes with the address, by their text; 0 for none. */
function lengthIn(edge: EdgeToChoose | undefined, address: string): number {
  const of: Readonly<Record<string, readonly string[]>> = {
    '10.1.2.3': ['10.0.0.0/8'],
    '10.20.1.1': ['10.0.0.0/8', '10.20.0.0/16'],
    '10.20.30.40': ['10.0.0.0/8', '10.20.0.0/16', '10.20.30.0/24'],
    '2001:db8::5': ['2001:db8::/32'],
  }
  const lengths = (edge?.prefixes ?? [])
    .filter((prefix) => of[address]?.includes(prefix))
    .map((prefix) => Number(prefix.split('/')[1]))
  return Math.max(0, ...lengths)
}
