/** How playing goes by network, since the last write: in memory, by hour, device, network and city. */
import { createHmac } from 'node:crypto'
import type { PlayFigures } from '#contract/playback/play-quality.ts'
import { addFigures, addSums, noSums, type DeviceKind, type PlaySums } from './play-sums.ts'

export interface NetworkKey {
  readonly hourMs: number
  readonly device: DeviceKind
  /** The network's name; '' for an address of none. */
  readonly network: string
  /** 0 for none. */
  readonly cityId: number
}

export interface CountedNetwork extends NetworkKey {
  readonly sums: PlaySums
  /** See `viewerBit`. */
  readonly viewers: bigint
}

/** Bits of `viewerBit`. */
export const viewerBits = 64

/**
 * One of 64 bits for a viewer, from a digest with a key: many viewers share each bit, so it says nothing about one of them.
 * So many bits as are set, so many viewers there were at least.
 */
export function viewerBit(key: string, viewer: string): bigint {
  const digest = createHmac('sha256', key).update(`viewers of networks ${viewer}`).digest()
  return 1n << BigInt((digest[0] ?? 0) % viewerBits)
}

/** The maximum number of rows in memory while the database is unavailable. */
const maxRows = 20_000

interface Row extends NetworkKey {
  readonly sums: PlaySums
  viewers: bigint
}

export class NetworkCounts {
  #rows = new Map<string, Row>()

  add(key: NetworkKey, figures: PlayFigures, viewer: bigint): void {
    const row = this.#row(key)
    if (row === undefined) return
    addFigures(row.sums, figures)
    row.viewers |= viewer
  }

  /** Everything counted so far; counting starts again from zero. */
  takeAll(): readonly CountedNetwork[] {
    const rows = [...this.#rows.values()]
    this.#rows = new Map()
    return rows
  }

  /** Returns rows that could not be written, to be written the next time. */
  giveBack(rows: readonly CountedNetwork[]): void {
    for (const returned of rows) {
      const row = this.#row(returned)
      if (row === undefined) return
      addSums(row.sums, returned.sums)
      row.viewers |= returned.viewers
    }
  }

  #row({ hourMs, device, network, cityId }: NetworkKey): Row | undefined {
    const key = JSON.stringify([hourMs, device, network, cityId])
    const cached = this.#rows.get(key)
    if (cached !== undefined || this.#rows.size >= maxRows) return cached
    const row = { hourMs, device, network, cityId, sums: noSums(), viewers: 0n }
    this.#rows.set(key, row)
    return row
  }
}
