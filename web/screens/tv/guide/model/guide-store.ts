/**
 * The programmes of the grid: loaded in tiles, few at a time, the nearest first; tiles scrolled away from are
 * cancelled. A row is a sequence of entries without gaps between them: programmes, gaps in the guide, and entries
 * still loading. No DOM and no network here; both are parameters.
 */
import type { TileProgramme } from '#contract/channels/guide.ts'
import { guideTileSec } from '#contract/channels/guide.ts'
import { tileBegin, type Tile } from './tiles.ts'

export interface Piece {
  readonly kind: 'programme' | 'waiting' | 'failed' | 'empty'
  readonly key: string
  readonly beginSec: number
  readonly endSec: number
  readonly programme: TileProgramme | null
}

export interface ChannelProgrammes {
  readonly cid: number
  readonly programmes: readonly TileProgramme[]
}
/** Null: it could not be loaded. Never throws. */
export type AskForTile = (tile: Tile, signal: AbortSignal) => Promise<readonly ChannelProgrammes[] | null>

interface GuideStoreOptions {
  readonly ask: AskForTile
  readonly nowMs: () => number
  readonly later: (run: () => void, delayMs: number) => unknown
}
/** The entries of these channels have changed. */
type Listener = (cids: readonly number[]) => void

interface Slot {
  readonly state: 'ready' | 'failed'
  readonly programmes: readonly TileProgramme[]
}
interface Row {
  readonly slots: Map<number, Slot>
  pieces: Map<string, Piece>
  reported: { readonly from: number; readonly to: number; readonly pieces: readonly Piece[] } | null
}
interface CachedRows {
  readonly tile: Tile
  readonly atMs: number
  readonly isReady: boolean
  readonly failures: number
}

const maxInFlight = 4
const maxTiles = 240
/** The largest number of cached entries per channel, so that equal requests return the same objects: a day has about fifty. */
const maxPieces = 1000
/** The current programmes change what can be watched; the rest of the guide changes with a new import. */
const liveFreshMs = 60_000
const freshForMs = 600_000
const retryPausesMs = [1000, 3000, 8000]
/** A timer may fire a moment early. */
const earlyMs = 50
/** A shorter distance between two programmes is not shown as a gap. */
const smallHoleSec = 300

export class GuideStore {
  readonly #options: GuideStoreOptions
  readonly #rows = new Map<number, Row>()
  readonly #cachedRows = new Map<string, CachedRows>()
  readonly #pending = new Map<string, AbortController>()
  #requested: readonly Tile[] = []
  #listener: Listener | null = null

  constructor(options: GuideStoreOptions) {
    this.#options = options
  }

  /** The tiles needed now, the most urgent first. */
  want(tiles: readonly Tile[]): void {
    this.#requested = tiles
    const keys = new Set(tiles.map(({ key }) => key))
    for (const [key, flight] of this.#pending) {
      if (keys.has(key)) continue
      this.#pending.delete(key)
      flight.abort()
    }
    this.#pump()
  }

  /** Requests outdated and failed tiles again. */
  refresh(isRetry: boolean): void {
    if (isRetry)
      for (const [key, existing] of this.#cachedRows)
        if (!existing.isReady) this.#cachedRows.set(key, { ...existing, failures: 0 })
    this.#pump()
  }

  /** One grid listens at a time; without one nothing is requested. Returns the function that stops it. */
  listen(listener: Listener): () => void {
    this.#listener = listener
    return () => {
      if (this.#listener !== listener) return
      this.#listener = null
      this.want([])
    }
  }

  /**
   * A channel's entries from `fromSec` to `toSec`, without gaps, in whole tiles. An unchanged entry is the same
   * object.
   */
  pieces(cid: number, fromSec: number, toSec: number): readonly Piece[] {
    const row = this.#row(cid)
    const [from, to] = [tileBegin(fromSec), tileBegin(toSec - 1) + guideTileSec]
    if (row.reported !== null && row.reported.from === from && row.reported.to === to)
      return row.reported.pieces
    const pieces = piecesBetween(row.slots, from, to).map((piece) => {
      const before = row.pieces.get(piece.key)
      return before !== undefined && isSame(before, piece) ? before : piece
    })
    // Across ranges too: moving the focus requests a narrow range, and the grid a wide one.
    if (row.pieces.size > maxPieces) row.pieces = new Map()
    for (const piece of pieces) row.pieces.set(piece.key, piece)
    row.reported = { from, to, pieces }
    return pieces
  }

  #row(cid: number): Row {
    const there = this.#rows.get(cid)
    if (there !== undefined) return there
    const made: Row = { slots: new Map(), pieces: new Map(), reported: null }
    this.#rows.set(cid, made)
    return made
  }

  #isDue({ key, fromSec, cids }: Tile): boolean {
    if (this.#pending.has(key)) return false
    const nowMs = this.#options.nowMs()
    const cached = this.#cachedRows.get(key)
    if (cached !== undefined && !cached.isReady)
      return (
        cached.failures === 0 ||
        nowMs - cached.atMs + earlyMs >= (retryPausesMs[cached.failures - 1] ?? freshForMs)
      )
    if (!cids.every((cid) => this.#isReady(cid, fromSec))) return true
    if (cached === undefined) return false
    const isLive = fromSec * 1000 <= nowMs && nowMs < (fromSec + guideTileSec) * 1000
    return nowMs - cached.atMs >= (isLive ? liveFreshMs : freshForMs)
  }

  #isReady = (cid: number, fromSec: number) => this.#rows.get(cid)?.slots.get(fromSec)?.state === 'ready'

  #pump(): void {
    for (const tile of this.#requested) {
      if (this.#listener === null || this.#pending.size >= maxInFlight) return
      if (this.#isDue(tile)) void this.#fly(tile)
    }
  }

  async #fly(tile: Tile): Promise<void> {
    const flight = new AbortController()
    this.#pending.set(tile.key, flight)
    const result = await this.#options.ask(tile, flight.signal)
    if (flight.signal.aborted) return
    this.#pending.delete(tile.key)
    if (result === null) this.#failed(tile)
    else this.#came(tile, result)
    this.#pump()
  }

  #came(tile: Tile, matches: readonly ChannelProgrammes[]): void {
    const byCid = new Map(matches.map(({ cid, programmes }) => [cid, programmes]))
    // Deleting first moves it to the end: the first is the one that was loaded longest ago.
    this.#cachedRows.delete(tile.key)
    this.#cachedRows.set(tile.key, { tile, atMs: this.#options.nowMs(), isReady: true, failures: 0 })
    const changed = tile.cids.filter((cid) => {
      const row = this.#row(cid)
      const before = row.slots.get(tile.fromSec)
      const programmes = byCid.get(cid) ?? []
      if (before?.state === 'ready' && sameProgrammes(before.programmes, programmes)) return false
      row.slots.set(tile.fromSec, { state: 'ready', programmes })
      row.reported = null
      return true
    })
    this.#forgetOldest()
    if (changed.length > 0) this.#listener?.(changed)
  }

  #failed(tile: Tile): void {
    const failures = (this.#cachedRows.get(tile.key)?.failures ?? 0) + 1
    this.#cachedRows.set(tile.key, { tile, atMs: this.#options.nowMs(), isReady: false, failures })
    const changed = tile.cids.filter((cid) => {
      const row = this.#row(cid)
      // When a refresh fails, the loaded data stays.
      if (row.slots.has(tile.fromSec)) return false
      row.slots.set(tile.fromSec, { state: 'failed', programmes: [] })
      row.reported = null
      return true
    })
    if (changed.length > 0) this.#listener?.(changed)
    const pauseMs = retryPausesMs[failures - 1]
    if (pauseMs !== undefined) this.#options.later(() => this.#pump(), pauseMs)
  }

  #forgetOldest(): void {
    const requested = new Set(this.#requested.map(({ key }) => key))
    for (const [key, { tile }] of this.#cachedRows) {
      if (this.#cachedRows.size <= maxTiles) return
      if (requested.has(key)) continue
      this.#cachedRows.delete(key)
      for (const cid of tile.cids) {
        const row = this.#row(cid)
        row.slots.delete(tile.fromSec)
        row.reported = null
      }
    }
  }
}

/** All ranges from tile to tile. A programme that crosses a tile's edge is in both, and is returned once. */
function piecesBetween(slots: ReadonlyMap<number, Slot>, from: number, to: number): Piece[] {
  const pieces: Piece[] = []
  let reached = from
  for (let begin = from; begin < to; begin += guideTileSec) {
    const slot = slots.get(begin)
    const end = begin + guideTileSec
    if (slot?.state === 'ready') {
      for (const programme of slot.programmes) {
        if (programme.end_time <= reached) continue
        pushHole(pieces, 'empty', reached, programme.begin_time)
        pieces.push(pieceOf(programme))
        reached = programme.end_time
      }
      if (reached < end) pushHole(pieces, 'empty', reached, end)
    } else {
      const next = slots.get(end)?.programmes[0]?.begin_time ?? end
      pushHole(pieces, slot?.state === 'failed' ? 'failed' : 'waiting', reached, Math.min(end, next))
    }
    reached = Math.max(reached, end)
  }
  return pieces
}

function pushHole(pieces: Piece[], kind: Piece['kind'], beginSec: number, endSec: number): void {
  if (endSec - beginSec < smallHoleSec) return
  pieces.push({ kind, key: `${kind}${beginSec}`, beginSec, endSec, programme: null })
}

function pieceOf(programme: TileProgramme): Piece {
  return {
    kind: 'programme',
    key: `p${programme.pid}`,
    beginSec: programme.begin_time,
    endSec: programme.end_time,
    programme,
  }
}

function isSame(a: Piece, b: Piece) {
  return (
    a.beginSec === b.beginSec &&
    a.endSec === b.endSec &&
    (a.programme === b.programme ||
      (a.programme !== null && b.programme !== null && sameProgramme(a.programme, b.programme)))
  )
}

function sameProgramme(a: TileProgramme, b: TileProgramme) {
  return (
    a.pid === b.pid &&
    a.begin_time === b.begin_time &&
    a.end_time === b.end_time &&
    a.title === b.title &&
    a.sub_title === b.sub_title &&
    a.is_watchable === b.is_watchable
  )
}

function sameProgrammes(a: readonly TileProgramme[], b: readonly TileProgramme[]) {
  return (
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index]
      return other !== undefined && sameProgramme(one, other)
    })
  )
}
