/** Which edge gives media to a viewer. Pure: the same list and the same request always give the same edge. */
import { hash } from 'node:crypto'
import { parsePrefix, prefixTable } from '#server/region/region.ts'
import type { EdgeState } from '#server/edges/list/edge-store.ts'

/** An edge as far as the choice depends on it. */
export interface EdgeToChoose {
  readonly edgeId: number
  readonly base: string
  readonly weight: number
  readonly state: EdgeState
  /** CIDR prefixes of the viewers it is for; empty for all. */
  readonly prefixes: readonly string[]
  /** False leaves it out. */
  readonly isHealthy: boolean
}

export interface EdgeRequest {
  /** The viewer's address; '' when unknown. */
  readonly address: string
  /** The viewer's session and what is watched: the same key stays at its edge. */
  readonly key: string
  /** The base address of an edge that this player has just not reached; it is left out. */
  readonly failed?: string | undefined
}

/**
 * Prepares the choice among these edges. The longest prefix that contains the viewer's address comes first, then the
 * next shorter one, then edges for all viewers; an edge with other prefixes is never chosen. Among edges with the same
 * length it is weighted rendezvous hashing: each gets its share by weight, and when one leaves only its own viewers
 * move. Undefined: no edge may be used, the site's own address gives the media.
 */
export function edgeChoice<Edge extends EdgeToChoose>(
  edges: readonly Edge[],
): (request: EdgeRequest) => Edge | undefined {
  const open = edges
    .filter(({ state, isHealthy, weight }) => state === 'on' && isHealthy && weight > 0)
    .map((edge) => ({ edge, lengthFor: lengthOf(edge.prefixes) }))
  return ({ address, key, failed }) => {
    let best: { readonly edge: Edge; readonly length: number; readonly score: number } | undefined
    for (const { edge, lengthFor } of open) {
      const length = lengthFor(address)
      if (length === undefined || edge.base === failed || (best !== undefined && length < best.length))
        continue
      const score = scoreOf(edge, key)
      if (best === undefined || length > best.length || score > best.score) best = { edge, length, score }
    }
    return best?.edge
  }
}

/** The length of the longest prefix with the address; -1 for an edge for all, undefined for one of other viewers. */
function lengthOf(prefixes: readonly string[]): (address: string) => number | undefined {
  if (prefixes.length === 0) return () => -1
  const table = prefixTable(prefixes.flatMap((prefix) => parsePrefix(prefix, true) ?? []))
  return (address) => table.find(address)?.length
}

const hashBits = 48

/**
 * Of two edges the one with the larger value gets the viewer. With a uniform u in (0, 1) the largest of -w / ln u
 * belongs to an edge in proportion to its weight w (Schindelhauer and Schomaker, 2005).
 */
function scoreOf({ edgeId, weight }: EdgeToChoose, key: string): number {
  const digest = Number.parseInt(hash('sha256', `${edgeId} ${key}`, 'hex').slice(0, hashBits / 4), 16)
  return -weight / Math.log((digest + 0.5) / 2 ** hashBits)
}
