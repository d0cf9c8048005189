/**
 * Groups the parts of one reading of a provider into cells: pieces of equal nominal length from the window's start on,
 * by whose names viewers request the past. A cell of video begins at its first key frame; the frames before it end the
 * cell before. Where a cell has no key frame, it begins with its first frame. Pure: parts in, cells out.
 */

/** A part on the timeline. Unix milliseconds, exact. */
export interface PlacedPart {
  readonly beginMs: number
  readonly startsWithSync: boolean
  readonly bytes: Buffer
}

/** A complete cell of one track; empty where the source had a hole. */
export interface CutCell {
  readonly track: number
  readonly cell: number
  readonly bytes: Buffer
}

/** Frames may be timed a little early. */
const earlyMs = 100

interface TrackState {
  /** The cell that is being collected; undefined before the first. */
  open: number | undefined
  parts: Buffer[]
  /** Parts of the next cell while it is not clear whether a key frame follows in it. */
  undecided: Buffer[]
}

export class CellCutter {
  readonly #originMs: number
  readonly #cellMs: number
  readonly #firstCell: number
  readonly #tracks: TrackState[]

  /** Cells are counted from `originMs`; parts before `firstCell` are dropped. */
  constructor(options: {
    readonly originMs: number
    readonly cellMs: number
    readonly firstCell: number
    readonly trackCount: number
  }) {
    this.#originMs = options.originMs
    this.#cellMs = options.cellMs
    this.#firstCell = options.firstCell
    this.#tracks = Array.from({ length: options.trackCount }, () => ({
      open: undefined,
      parts: [],
      undecided: [],
    }))
  }

  /** Takes the next part of a track; returns the cells it completed. */
  add(track: number, part: PlacedPart): CutCell[] {
    const state = this.#tracks[track]
    if (state === undefined) return []
    const cell = Math.floor((part.beginMs - this.#originMs + earlyMs) / this.#cellMs)
    if (state.open === undefined) {
      if (!part.startsWithSync || cell < this.#firstCell) return []
      // A provider that begins late leaves a hole, which is complete too.
      const holes = this.#holes(track, this.#firstCell, cell)
      this.#begin(state, cell, part)
      return holes
    }
    return this.#follow(track, state, state.open, cell, part)
  }

  /** The source has ended: what is collected completes the last cells. */
  end(): CutCell[] {
    return this.#tracks.flatMap((state, track) => {
      if (state.open === undefined) return []
      const { open, parts, undecided } = state
      state.open = undefined
      const last = undecided.length === 0 ? [] : [{ track, cell: open + 1, bytes: Buffer.concat(undecided) }]
      return [{ track, cell: open, bytes: Buffer.concat(parts) }, ...last]
    })
  }

  #follow(track: number, state: TrackState, open: number, cell: number, part: PlacedPart): CutCell[] {
    if (cell <= open) {
      state.parts.push(part.bytes)
      return []
    }
    if (cell === open + 1 && !part.startsWithSync) {
      state.undecided.push(part.bytes)
      return []
    }
    if (cell === open + 1) {
      state.parts.push(...state.undecided)
      const done = { track, cell: open, bytes: Buffer.concat(state.parts) }
      this.#begin(state, cell, part)
      return [done]
    }
    // The cell after the open one is over without a key frame: it begins with its first frame.
    const done = { track, cell: open, bytes: Buffer.concat(state.parts) }
    if (state.undecided.length === 0) {
      const holes = this.#holes(track, open + 1, cell)
      this.#begin(state, cell, part)
      return [done, ...holes]
    }
    state.open = open + 1
    state.parts = state.undecided
    state.undecided = []
    return [done, ...this.#follow(track, state, open + 1, cell, part)]
  }

  #begin(state: TrackState, cell: number, part: PlacedPart): void {
    state.open = cell
    state.parts = [part.bytes]
    state.undecided = []
  }

  #holes(track: number, from: number, to: number): CutCell[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, place) => ({
      track,
      cell: from + place,
      bytes: Buffer.alloc(0),
    }))
  }
}
