/** Assembles the packets of one PID into packetised elementary streams. ISO/IEC 13818-1, 2.4.3.6. */
import { packetBytes } from './packet-reader.ts'

export interface PesStamps {
  readonly pts: number | undefined
  readonly dts: number | undefined
  readonly randomAccess: boolean
  readonly afterLoss: boolean
}

/** Receives a stream piece by piece. The bytes are valid only during the call. */
export interface PesSink {
  /**
   * A new packet begins; the previous one is complete. Timestamps are 33-bit; `pts` is absent if the packet has none.
   * `afterLoss`: data is missing since the last one began, or came in another order.
   */
  start(stamps: PesStamps): void
  data(bytes: Uint8Array, from: number, to: number): void
  /** The packet is complete before the next one begins: its declared length was reached. */
  complete(): void
  /** Bytes are missing: the data since `begin` is incomplete, and `data` pauses until the next packet. */
  tear(): void
}

const headBytes = 9
/** The size of a header with all options. */
const maxHead = headBytes + 255
/** Stream types without the optional header: padding, maps, private data without stamps. */
const noOptions = new Set([0xbc, 0xbe, 0xbf, 0xf0, 0xf1, 0xff, 0xf2, 0xf8])
const noCounter = -1

export class PesReader {
  readonly #sink: PesSink
  readonly #head = new Uint8Array(maxHead)
  #headLength = 0
  #state: 'lost' | 'head' | 'body' = 'lost'
  #counter = noCounter
  /** The end of the last packet. */
  #mark = 0
  #randomAccess = false
  /** Bytes of the body still to come; Infinity without a declared length. */
  #left = 0
  #lossesBefore = 0
  /** Missing or damaged packets. */
  losses = 0
  /** Encrypted packets in a row. */
  scrambled = 0

  constructor(sink: PesSink) {
    this.#sink = sink
  }

  packet(bytes: Uint8Array, at: number): void {
    const control = bytes[at + 3] ?? 0
    const hasPayload = (control & 0x10) !== 0
    let from = at + 4
    let options = 0
    if (control & 0x20) {
      const length = bytes[from] ?? 0
      if (length > 0) options = bytes[from + 1] ?? 0
      from += 1 + length
    }
    const to = at + packetBytes
    if (((bytes[at + 1] ?? 0) & 0x80) !== 0 || from > to) return this.#lose(noCounter)
    if (!hasPayload) return
    const mark = readMark(bytes, to)
    if (!this.#follows(control & 15, (options & 0x80) !== 0, mark)) return
    if (control & 0xc0) {
      this.scrambled++
      return this.#lose(control & 15)
    }
    this.scrambled = 0
    if ((bytes[at + 1] ?? 0) & 0x40) this.#start((options & 0x40) !== 0)
    if (this.#state === 'body') this.#body(bytes, from, to)
    else if (this.#state === 'head') this.#readHead(bytes, from, to)
  }

  /** Checks the continuity counter; false for a duplicate packet. */
  #follows(counter: number, isNewCount: boolean, mark: number): boolean {
    const before = this.#counter
    const isSame = mark === this.#mark
    this.#mark = mark
    // The same count with other bytes: a full counter cycle is missing.
    if (before === counter && isSame && !isNewCount) return false
    if (before !== noCounter && !isNewCount && counter !== ((before + 1) & 15)) this.#lose(counter)
    this.#counter = counter
    return true
  }

  #lose(counter: number): void {
    this.losses++
    this.#counter = counter
    if (this.#state === 'body' && this.#left > 0) this.#sink.tear()
    this.#state = 'lost'
  }

  #start(randomAccess: boolean): void {
    this.#state = 'head'
    this.#headLength = 0
    this.#randomAccess = randomAccess
  }

  #readHead(bytes: Uint8Array, from: number, to: number): void {
    const room = Math.min(to - from, maxHead - this.#headLength)
    this.#head.set(bytes.subarray(from, from + room), this.#headLength)
    const before = this.#headLength
    this.#headLength += room
    const head = this.#head
    if (this.#headLength < headBytes) return
    if (head[0] !== 0 || head[1] !== 0 || head[2] !== 1 || noOptions.has(head[3] ?? 0)) {
      this.#state = 'lost'
      return
    }
    const size = headBytes + (head[8] ?? 0)
    if (this.#headLength < size) return
    const declaredLength = ((head[4] ?? 0) << 8) | (head[5] ?? 0)
    this.#left = declaredLength === 0 ? Number.POSITIVE_INFINITY : declaredLength + 6 - size
    this.#state = 'body'
    const flags = head[7] ?? 0
    const pts = flags & 0x80 && size >= 14 ? readStamp(head, 9) : undefined
    const dts = (flags & 0xc0) === 0xc0 && size >= 19 ? readStamp(head, 14) : pts
    const afterLoss = this.losses > this.#lossesBefore
    this.#lossesBefore = this.losses
    this.#sink.start({ pts, dts, randomAccess: this.#randomAccess, afterLoss })
    this.#body(bytes, from + size - before, to)
  }

  #body(bytes: Uint8Array, from: number, to: number): void {
    const length = Math.min(to - from, this.#left)
    if (length <= 0) return
    this.#sink.data(bytes, from, from + length)
    this.#left -= length
    if (this.#left === 0) this.#sink.complete()
  }
}

function readMark(bytes: Uint8Array, to: number): number {
  return (
    ((bytes[to - 4] ?? 0) << 24) |
    ((bytes[to - 3] ?? 0) << 16) |
    ((bytes[to - 2] ?? 0) << 8) |
    (bytes[to - 1] ?? 0)
  )
}

function readStamp(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = [
    bytes[at],
    bytes[at + 1],
    bytes[at + 2],
    bytes[at + 3],
    bytes[at + 4],
  ]
  return ((a >> 1) & 7) * 2 ** 30 + (((b << 7) | (c >> 1)) << 15) + ((d << 7) | (e >> 1))
}
