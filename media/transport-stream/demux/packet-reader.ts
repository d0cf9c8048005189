/**
 * Finds the packets in the bytes of a transport stream: 188 bytes each, or 192 with a timestamp before (M2TS), or 204
 * with a checksum after. Other bytes are skipped. ISO/IEC 13818-1, 2.4.3.
 */

export const packetBytes = 188
const sync = 0x47
const strides = [188, 192, 204]
/** This many sync bytes in a row, one stride apart, are taken as proof. */
const proof = 4
/** Maximum bytes buffered to prove the packet length. */
const maxBuffered = 204 * (proof + 1)

/** Receives one packet: its buffer and the offset of its sync byte. The bytes are valid only during the call. */
export type OnPacket = (bytes: Uint8Array, at: number) => void

export class PacketReader {
  readonly #take: OnPacket
  /** The end of the last piece that is not a complete packet yet. */
  readonly #buffered = new Uint8Array(maxBuffered)
  #bufferedLength = 0
  /** Distance between two sync bytes; 0 while it is unknown. */
  #stride = 0
  #skipped = 0

  constructor(take: OnPacket) {
    this.#take = take
  }

  /** Bytes outside of packets since the last packet: shows whether the input is a transport stream. */
  get skippedBytes(): number {
    return this.#skipped
  }

  push(piece: Uint8Array): void {
    let from = 0
    // A datagram of whole packets is the usual case and needs no buffering.
    while (this.#bufferedLength > 0 && from < piece.length) {
      const room = Math.min(maxBuffered - this.#bufferedLength, piece.length - from)
      this.#buffered.set(piece.subarray(from, from + room), this.#bufferedLength)
      const before = this.#bufferedLength
      const used = this.#cut(this.#buffered, 0, before + room)
      from += room
      if (used >= before) {
        // The rest is in the piece itself.
        from -= before + room - used
        this.#bufferedLength = 0
      } else {
        this.#buffered.copyWithin(0, used, before + room)
        this.#bufferedLength = before + room - used
      }
    }
    if (from >= piece.length) return
    const used = this.#cut(piece, from, piece.length)
    const rest = piece.subarray(used)
    this.#buffered.set(rest)
    this.#bufferedLength = rest.length
  }

  /** Outputs the packets in a range; returns where the remainder begins, less than maxBuffered before `to`. */
  #cut(bytes: Uint8Array, from: number, to: number): number {
    let at = from
    while (to - at >= packetBytes) {
      if (this.#stride === 0) {
        const syncAt = this.#find(bytes, at, to)
        if (syncAt < 0) return ~syncAt
        at = syncAt
      }
      const stride = this.#stride
      while (to - at >= stride && bytes[at] === sync) {
        this.#take(bytes, at)
        at += stride
        this.#skipped = 0
      }
      // The piece ends between two packets or within one: the stride is still valid.
      if (to - at < stride && (at === to || bytes[at] === sync)) break
      this.#stride = 0
    }
    return at
  }

  /** The offset of the first packet, which sets the stride; or the complement of the offset of undecided bytes. */
  #find(bytes: Uint8Array, from: number, to: number): number {
    let at = from
    for (; to - at >= packetBytes; at++) {
      if (bytes[at] !== sync) continue
      for (const stride of strides) {
        let seen = 1
        while (seen < proof && at + seen * stride < to && bytes[at + seen * stride] === sync) seen++
        // A datagram that is a whole number of packets needs no further proof.
        const isWhole = stride === packetBytes && at === from && at + seen * stride === to
        if (seen === proof || isWhole) {
          this.#stride = stride
          this.#skipped += at - from
          return at
        }
        if (at + seen * stride < to) continue
        // Too few bytes to tell: this stride may still be the right one.
        this.#skipped += at - from
        return ~at
      }
    }
    this.#skipped += at - from
    return ~at
  }
}
