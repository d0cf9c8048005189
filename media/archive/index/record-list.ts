/** Records in their disk format, read in place: a window of four hours has 7200 of them and creates no objects. */
import { decodeRecord, encodeRecord, recordBytes, type IndexRecord } from './index-record.ts'

/** In time order. The list owns the bytes from here on: the caller must not write to them. */
export class RecordList {
  static readonly empty = new RecordList(Buffer.alloc(0))

  readonly length: number
  readonly #bytes: Buffer
  readonly #view: DataView

  /** A partial record at the end does not count. */
  constructor(bytes: Buffer) {
    this.length = Math.floor(bytes.length / recordBytes)
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, this.length * recordBytes)
  }

  static of(record: IndexRecord): RecordList {
    return new RecordList(encodeRecord(record))
  }

  /** Joins lists that follow each other in time. */
  static concat(lists: readonly RecordList[]): RecordList {
    const filled = lists.filter((list) => list.length > 0)
    const [only] = filled
    if (only === undefined) return RecordList.empty
    if (filled.length === 1) return only
    return new RecordList(
      Buffer.concat(filled.map((list) => list.#bytes.subarray(0, list.length * recordBytes))),
    )
  }

  beginMs(position: number): number {
    const at = position * recordBytes
    return this.#view.getUint16(at) * 0x1_0000_0000 + this.#view.getUint32(at + 2)
  }

  durationMs(position: number): number {
    return this.#view.getUint16(position * recordBytes + 6)
  }

  endMs(position: number): number {
    return this.beginMs(position) + this.durationMs(position)
  }

  offset(position: number): number {
    return this.#view.getUint32(position * recordBytes + 8)
  }

  size(position: number): number {
    return this.#view.getUint32(position * recordBytes + 12)
  }

  file(position: number): number {
    return this.#view.getUint16(position * recordBytes + 16)
  }

  epoch(position: number): number {
    const at = position * recordBytes + 18
    return this.#view.getUint8(at) * 0x1_0000 + this.#view.getUint16(at + 1)
  }

  flags(position: number): number {
    return this.#view.getUint8(position * recordBytes + 21)
  }

  /** Undefined beyond the ends. */
  at(position: number): IndexRecord | undefined {
    if (position < 0 || position >= this.length) return undefined
    return decodeRecord(this.#bytes, position * recordBytes)
  }

  /** The first position that begins at or after `ms`; the length when none does. */
  lowerBound(ms: number): number {
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.beginMs(middle) < ms) low = middle + 1
      else high = middle
    }
    return low
  }

  slice(from: number, to: number): RecordList {
    if (from <= 0 && to >= this.length) return this
    return new RecordList(this.#bytes.subarray(from * recordBytes, Math.max(from, to) * recordBytes))
  }

  /** Those that overlap [fromMs, toMs). Segments never overlap each other, so one step back is enough. */
  overlapping(fromMs: number, toMs: number): RecordList {
    let from = this.lowerBound(fromMs)
    if (from > 0 && this.endMs(from - 1) > fromMs) from -= 1
    return this.slice(from, this.lowerBound(toMs))
  }

  /** The records for which `isSelected` is true; the same list when it is true for all. */
  filter(isSelected: (position: number) => boolean): RecordList {
    const runs: RecordList[] = []
    let from = -1
    for (let position = 0; position <= this.length; position++) {
      const matches = position < this.length && isSelected(position)
      if (matches && from < 0) from = position
      else if (!matches && from >= 0) {
        runs.push(this.slice(from, position))
        from = -1
      }
    }
    return RecordList.concat(runs)
  }

  *[Symbol.iterator](): Generator<IndexRecord> {
    for (let position = 0; position < this.length; position++)
      yield decodeRecord(this.#bytes, position * recordBytes)
  }
}
