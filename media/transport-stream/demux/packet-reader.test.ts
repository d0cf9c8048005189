import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPacket } from '#tests/kit/media/packets.ts'
import { PacketReader, packetBytes } from './packet-reader.ts'

/** Packets with different PIDs, without a byte in them that looks like the sync byte. */
function packets(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, at) =>
    buildPacket({ pid: 0x100 + at, counter: at & 3, payload: new Uint8Array(184).fill(0x11) }),
  )
}

/** Each packet with this many other bytes before and after it. */
function wrapped(all: readonly Uint8Array[], before: number, behind: number): Uint8Array {
  return Uint8Array.from(
    all.flatMap((packet) => [...Array(before).fill(0x22), ...packet, ...Array(behind).fill(0x22)]),
  )
}

/** The PIDs of the packets found in these pieces. */
function readAll(pieces: readonly Uint8Array[]) {
  const pids: number[] = []
  const reader = new PacketReader((bytes, at) =>
    pids.push((((bytes[at + 1] ?? 0) & 0x1f) << 8) | (bytes[at + 2] ?? 0)),
  )
  for (const piece of pieces) reader.push(piece)
  return { pids, skipped: reader.skippedBytes }
}

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [0, ...places.map((place) => place % bytes.length).toSorted((a, b) => a - b), bytes.length]
  return sorted.slice(1).map((place, at) => bytes.subarray(sorted[at], place))
}

describe('the packets of a transport stream', () => {
  it.each([
    ['of 188 bytes', 0, 0],
    ['with a time stamp before each', 4, 0],
    ['with a checksum behind each', 0, 16],
  ])('%s are found in pieces of any size', (_, before, behind) => {
    const bytes = wrapped(packets(12), before, behind)
    const all = Array.from({ length: 12 }, (__, at) => 0x100 + at)
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (places) => {
        const { pids } = readAll(cutAt(bytes, places))
        // Data without a full stride after it waits for more.
        expect(pids).toEqual(all.slice(0, pids.length))
        expect(pids.length).toBeGreaterThanOrEqual(11)
      }),
    )
  })

  it('are found at once in a datagram that contains only packets, also a single one', () => {
    const [one = new Uint8Array(), two = new Uint8Array()] = packets(2)
    expect(readAll([one]).pids).toEqual([0x100])
    expect(readAll([Uint8Array.from([...one, ...two])]).pids).toEqual([0x100, 0x101])
  })

  it('are found again after foreign bytes', () => {
    const [before, behind] = [packets(5), packets(6).slice(0, 6)]
    const foreign = new Uint8Array(333).fill(0x33)
    const { pids } = readAll([
      Uint8Array.from([...wrapped(before, 0, 0), ...foreign, ...wrapped(behind, 0, 0)]),
    ])
    expect(pids).toEqual([0x100, 0x101, 0x102, 0x103, 0x104, 0x100, 0x101, 0x102, 0x103, 0x104, 0x105])
  })

  it('are not found in bytes with single sync bytes', () => {
    const bytes = new Uint8Array(20 * packetBytes).fill(0x33)
    for (let at = 7; at < bytes.length; at += 311) bytes[at] = 0x47
    const { pids, skipped } = readAll([bytes])
    expect(pids).toEqual([])
    expect(skipped).toBeGreaterThan(15 * packetBytes)
  })

  it('are never returned twice or too many, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 8 }), (pieces) => {
        const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
        expect(readAll(pieces).pids.length).toBeLessThanOrEqual(total / packetBytes)
      }),
    )
  })
})
