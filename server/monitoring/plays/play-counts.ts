/** The reports of players since the last write, in memory, by minute, device, kind and item. */
import type { PlayFigures } from '#contract/playback/play-quality.ts'
import { addFigures, addSums, noSums, type DeviceKind, type PlayKind, type PlaySums } from './play-sums.ts'

export interface PlayKey {
  readonly minuteMs: number
  readonly device: DeviceKind
  readonly kind: PlayKind
  /** A channel's cid, a title's vid. */
  readonly subject: number
}

export interface CountedPlays extends PlayKey {
  readonly sums: PlaySums
  /** How often each code was shown. */
  readonly codes: ReadonlyMap<string, number>
}

/** The maximum number of rows in memory while the database is unavailable. */
const maxRows = 20_000
/** Different codes of one row; more of them are counted only as failures. */
const maxCodes = 20

interface Row extends CountedPlays {
  readonly codes: Map<string, number>
}

export class PlayCounts {
  #rows = new Map<string, Row>()

  add(key: PlayKey, figures: PlayFigures): void {
    const row = this.#row(key)
    if (row === undefined) return
    addFigures(row.sums, figures)
    if (figures.failure !== undefined) addCode(row.codes, figures.failure, 1)
  }

  /** Everything counted so far; counting starts again from zero. */
  takeAll(): readonly CountedPlays[] {
    const rows = [...this.#rows.values()]
    this.#rows = new Map()
    return rows
  }

  /** Returns rows that could not be written, to be written the next time. */
  giveBack(rows: readonly CountedPlays[]): void {
    for (const params of rows) {
      const row = this.#row(params)
      if (row === undefined) return
      addSums(row.sums, params.sums)
      for (const [code, count] of params.codes) addCode(row.codes, code, count)
    }
  }

  #row({ minuteMs, device, kind, subject }: PlayKey): Row | undefined {
    const key = `${minuteMs} ${device} ${kind} ${subject}`
    const cached = this.#rows.get(key)
    if (cached !== undefined || this.#rows.size >= maxRows) return cached
    const row = { minuteMs, device, kind, subject, sums: noSums(), codes: new Map<string, number>() }
    this.#rows.set(key, row)
    return row
  }
}

function addCode(codes: Map<string, number>, code: string, count: number): void {
  if (codes.has(code) || codes.size < maxCodes) codes.set(code, (codes.get(code) ?? 0) + count)
}
