/**
 * Groups placed parts into segments. The first track leads: its segments begin at a key frame and last two seconds or
 * more; the other tracks are cut at the nearest parts. Pure: parts in, segments out.
 */

/** A part on the channel's timeline. Milliseconds are exact, not rounded. */
export interface PlacedPart {
  readonly beginMs: number
  readonly endMs: number
  readonly startsWithSync: boolean
  readonly bytes: Buffer
}

/** Whole milliseconds; one segment ends where the next begins. */
export interface CutSegment {
  readonly track: number
  readonly beginMs: number
  readonly durationMs: number
  readonly bytes: Buffer
}

const targetMs = 2000
const earlyMs = 50
/** Limits the segment of a source without key frames. */
const longestMs = 30_000
const holeMs = 250
/** Audio that waits for its video longer than this is cut without it. */
const maxWaiting = 12

interface TrackState {
  parts: PlacedPart[]
  waiting: PlacedPart[]
  /** Times of the leading track's cuts that this track has not reached yet. */
  cuts: number[]
}

export class Segmenter {
  readonly #tracks: TrackState[]
  readonly #onJoin: (track: number, part: PlacedPart, segmentStartMs: number) => void
  #leadEndMs = Number.NEGATIVE_INFINITY

  /** `onJoin` is called for each part added to the segment that starts at `segmentStartMs`. */
  constructor(
    trackCount: number,
    onJoin: (track: number, part: PlacedPart, segmentStartMs: number) => void = () => {},
  ) {
    this.#onJoin = onJoin
    this.#tracks = Array.from({ length: trackCount }, () => ({ parts: [], waiting: [], cuts: [] }))
  }

  /** Takes the next part of a track; returns the segments it completed. */
  add(track: number, part: PlacedPart): CutSegment[] {
    const out: CutSegment[] = []
    if (track === 0) {
      this.#addToLead(part, out)
      for (let other = 1; other < this.#tracks.length; other++) this.#follow(other, out)
    } else {
      this.#tracks[track]?.waiting.push(part)
      this.#follow(track, out)
    }
    return out
  }

  /** The source has ended: the collected parts become the last segments. */
  end(): CutSegment[] {
    const out: CutSegment[] = []
    this.#leadEndMs = Number.POSITIVE_INFINITY
    for (let track = 0; track < this.#tracks.length; track++) {
      if (track > 0) this.#follow(track, out)
      this.#close(track, out)
    }
    return out
  }

  #addToLead(part: PlacedPart, out: CutSegment[]): void {
    const state = this.#tracks[0]
    if (state === undefined) return
    const [first, last] = [state.parts[0], state.parts.at(-1)]
    const jumped = last !== undefined && Math.abs(part.beginMs - last.endMs) > holeMs
    const long = first === undefined ? 0 : part.beginMs - first.beginMs
    if (jumped || (part.startsWithSync && long >= targetMs - earlyMs) || long > longestMs) {
      this.#close(0, out)
      for (const other of this.#tracks.slice(1)) other.cuts.push(part.beginMs)
    }
    if (state.parts.length === 0 && !part.startsWithSync) return
    if (state.parts.length === 0) for (const other of this.#tracks.slice(1)) other.cuts.push(part.beginMs)
    this.#join(0, state, part)
    this.#leadEndMs = part.endMs
  }

  #follow(track: number, out: CutSegment[]): void {
    const state = this.#tracks[track]
    if (state === undefined) return
    for (let part = state.waiting[0]; part !== undefined; part = state.waiting[0]) {
      if (part.beginMs >= this.#leadEndMs && state.waiting.length <= maxWaiting) return
      state.waiting.shift()
      this.#addFollower(track, state, part, out)
    }
  }

  #addFollower(track: number, state: TrackState, part: PlacedPart, out: CutSegment[]): void {
    const last = state.parts.at(-1)
    if (last !== undefined && Math.abs(part.beginMs - last.endMs) > holeMs) this.#close(track, out)
    const middle = (part.beginMs + part.endMs) / 2
    let cut = false
    while ((state.cuts[0] ?? Number.POSITIVE_INFINITY) <= middle) {
      state.cuts.shift()
      cut = true
    }
    const first = state.parts[0]
    // When the leading track stops cutting, the segments of the others must still be limited.
    if (cut || (first !== undefined && part.beginMs - first.beginMs > longestMs)) this.#close(track, out)
    this.#join(track, state, part)
  }

  #join(track: number, state: TrackState, part: PlacedPart): void {
    state.parts.push(part)
    this.#onJoin(track, part, Math.round((state.parts[0] ?? part).beginMs))
  }

  #close(track: number, out: CutSegment[]): void {
    const state = this.#tracks[track]
    const [first, last] = [state?.parts[0], state?.parts.at(-1)]
    if (state === undefined || first === undefined || last === undefined) return
    const beginMs = Math.round(first.beginMs)
    const durationMs = Math.round(last.endMs) - beginMs
    const bytes = Buffer.concat(state.parts.map((part) => part.bytes))
    state.parts = []
    if (durationMs > 0) out.push({ track, beginMs, durationMs, bytes })
  }
}
