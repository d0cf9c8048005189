/**
 * Finds the audio that episodes share, from their chromaprints: an index of points gives the shifts at which two
 * episodes may match; at each shift the points are compared by their bits.
 */

/** Seconds from one point of a chromaprint to the next: 1365 samples at 11 025 Hz. */
export const pointSec = 1365 / 11_025

/** Seconds from the start of the analysed part. */
export interface Stretch {
  readonly beginSec: number
  readonly endSec: number
}

export interface MatchedStretch extends Stretch {
  /** The fraction of the other episodes that agree, 0 to 1. */
  readonly confidence: number
}

export interface StretchLimits {
  readonly minSec: number
  readonly maxSec: number
}

/** Points match when they differ in at most this many of 32 bits. */
const maxBits = 6
const longestGap = Math.round(3.5 / pointSec)
/** A more frequent point is silence or a steady tone. */
const maxOccurrences = 24
const maxShifts = 24
/** The audio must change this often within a second around a point; otherwise a match there proves nothing. */
const livelyBounds = { around: 8, changes: 3 }
/** This fraction of the points of a match must be equal. */
const minAlike = 0.5
/** A point describes the audio of some seconds after its time, so the edges of a match are corrected by this. */
const edgeSec = { start: 0.6, end: 1.2 }
/** This many matching points close together make an edge. */
const edgePoints = 6
/** How many other episodes each episode is compared with. */
const partners = 4
const sameSec = 4
/** Two episodes that agree are less certain than three. */
const ofTwo = 0.7
const minConfidence = 0.5

/** The number of set bits in a 32-bit number. */
function bitsOf(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** For each point, whether the audio around it changes enough. */
function livelyPoints(points: Uint32Array): Uint8Array {
  const changes = new Uint32Array(points.length + 1)
  for (let at = 0; at < points.length; at += 1)
    changes[at + 1] = (changes[at] ?? 0) + (at > 0 && points[at] !== points[at - 1] ? 1 : 0)
  return Uint8Array.from(points, (_, at) => {
    const start = Math.max(0, at - livelyBounds.around)
    const end = Math.min(points.length, at + livelyBounds.around + 1)
    return (changes[end] ?? 0) - (changes[start] ?? 0) >= livelyBounds.changes ? 1 : 0
  })
}

/** The shifts (position in `other` minus position in `one`) with the most equal points. */
function likelyShifts(one: Uint32Array, other: Uint32Array): number[] {
  const places = new Map<number, number[]>()
  for (const [at, point] of other.entries()) {
    const own = places.get(point)
    if (own === undefined) places.set(point, [at])
    else if (own.length <= maxOccurrences) own.push(at)
  }
  const votes = new Map<number, number>()
  for (const [at, point] of one.entries()) {
    const match = places.get(point)
    if (match === undefined || match.length > maxOccurrences) continue
    for (const place of match) votes.set(place - at, (votes.get(place - at) ?? 0) + 1)
  }
  return [...votes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxShifts)
    .map(([shift]) => shift)
}

/** A single matching point beside a match is chance: a match begins and ends where many points match. */
function withoutLooseEnds(alike: readonly number[]): { start: number; end: number } | undefined {
  const isDense = (from: number): boolean =>
    (alike[from + edgePoints - 1] ?? Number.POSITIVE_INFINITY) - (alike[from] ?? 0) < edgePoints * 2
  const places = [...alike.keys()]
  const [first, last] = [places.find(isDense), places.findLast(isDense)]
  const [start, end] = [alike[first ?? -1], alike[(last ?? 0) + edgePoints - 1]]
  if (start === undefined || end === undefined) return undefined
  const count = (last ?? 0) + edgePoints - (first ?? 0)
  return count >= (end - start + 1) * minAlike ? { start, end } : undefined
}

/** The longest part of `one` that matches at a shift, as first and last point. */
function longestAlong(
  one: Uint32Array,
  other: Uint32Array,
  shift: number,
  lively: Uint8Array,
): { start: number; end: number } | undefined {
  let best: { start: number; end: number } | undefined
  let alike: number[] = []
  const close = (): void => {
    const match = withoutLooseEnds(alike)
    if (match !== undefined && (best === undefined || match.end - match.start > best.end - best.start))
      best = match
    alike = []
  }
  const first = Math.max(0, -shift)
  const end = Math.min(one.length, other.length - shift)
  for (let at = first; at < end; at += 1) {
    if (lively[at] === 0 || bitsOf(((one[at] ?? 0) ^ (other[at + shift] ?? 0)) >>> 0) > maxBits) continue
    if (at - (alike.at(-1) ?? at) > longestGap) close()
    alike.push(at)
  }
  close()
  return best
}

/** The longest part that two episodes share, in the time of each; undefined when there is none within the limits. */
export function commonStretch(
  one: Uint32Array,
  other: Uint32Array,
  limits: StretchLimits,
): { readonly one: Stretch; readonly other: Stretch } | undefined {
  const lively = livelyPoints(one)
  let best: { start: number; end: number; shift: number } | undefined
  for (const shift of likelyShifts(one, other)) {
    const match = longestAlong(one, other, shift, lively)
    if (match === undefined) continue
    if (best === undefined || match.end - match.start > best.end - best.start) best = { ...match, shift }
  }
  if (best === undefined) return undefined
  const at = (shift: number): Stretch => ({
    beginSec: (best.start + shift) * pointSec + edgeSec.start,
    endSec: (best.end + shift) * pointSec + edgeSec.end,
  })
  const stretch = at(0)
  const lengthSec = stretch.endSec - stretch.beginSec
  if (lengthSec < limits.minSec || lengthSec > limits.maxSec) return undefined
  return { one: stretch, other: at(best.shift) }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Where most candidates of one episode agree, and the fraction of the compared episodes that do. */
function agreed(candidates: readonly Stretch[], compared: number): MatchedStretch | undefined {
  let best: readonly Stretch[] = []
  for (const one of candidates) {
    const alike = candidates.filter(
      (other) =>
        Math.abs(one.beginSec - other.beginSec) <= sameSec && Math.abs(one.endSec - other.endSec) <= sameSec,
    )
    if (alike.length > best.length) best = alike
  }
  if (best.length === 0) return undefined
  const confidence = compared === 1 ? ofTwo : best.length / compared
  if (confidence < minConfidence) return undefined
  return {
    beginSec: Math.max(0, middle(best.map(({ beginSec }) => beginSec))),
    endSec: middle(best.map(({ endSec }) => endSec)),
    confidence,
  }
}

/** For each episode, in its own time, the part it shares with the others; undefined where they do not agree. */
export function commonInSeason(
  prints: readonly Uint32Array[],
  limits: StretchLimits,
): readonly (MatchedStretch | undefined)[] {
  const candidates: Stretch[][] = prints.map(() => [])
  const compared = prints.map(() => 0)
  const reach = Math.min(partners / 2, Math.floor(prints.length / 2))
  const pairs = new Set<string>()
  for (const [place, one] of prints.entries()) {
    for (let step = 1; step <= reach; step += 1) {
      const partner = (place + step) % prints.length
      const other = prints[partner]
      const pair = [place, partner].toSorted((a, b) => a - b).join(' ')
      if (other === undefined || partner === place || pairs.has(pair)) continue
      pairs.add(pair)
      const match = commonStretch(one, other, limits)
      for (const own of [place, partner]) compared[own] = (compared[own] ?? 0) + 1
      if (match === undefined) continue
      candidates[place]?.push(match.one)
      candidates[partner]?.push(match.other)
    }
  }
  return candidates.map((own, place) => agreed(own, compared[place] ?? 0))
}
