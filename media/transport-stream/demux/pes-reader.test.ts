import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPacket, buildPes } from '#tests/kit/media/packets.ts'
import { PesReader, type PesStamps } from './pes-reader.ts'

type Event =
  | { readonly kind: 'start'; readonly stamps: PesStamps }
  | { readonly kind: 'data'; readonly bytes: number[] }
  | { readonly kind: 'complete' | 'tear' }

function reading() {
  const events: Event[] = []
  const reader = new PesReader({
    start: (stamps) => events.push({ kind: 'start', stamps }),
    data: (bytes, from, to) => events.push({ kind: 'data', bytes: [...bytes.subarray(from, to)] }),
    complete: () => events.push({ kind: 'complete' }),
    tear: () => events.push({ kind: 'tear' }),
  })
  return { events, reader }
}

function bodyOf(events: readonly Event[]): number[] {
  return events.flatMap((event) => (event.kind === 'data' ? event.bytes : []))
}

/** The packets of a PES from this counter value on, each with at most `size` bytes of it. */
function packetsOf(pes: Uint8Array, counter = 0, size = 184, randomAccess = false): Uint8Array[] {
  return Array.from({ length: Math.ceil(pes.length / size) }, (_, at) =>
    buildPacket({
      pid: 0x101,
      counter: counter + at,
      payload: pes.subarray(at * size, (at + 1) * size),
      begins: at === 0,
      randomAccess: randomAccess && at === 0,
    }),
  )
}

const stamp = fc.bigInt({ min: 0n, max: 2n ** 33n - 1n }).map(Number)
const body = fc.uint8Array({ minLength: 1, maxLength: 900 })

describe('a packet of an elementary stream', () => {
  it('is read as it was written, with its timestamps, however it was split', () => {
    fc.assert(
      fc.property(body, stamp, stamp, fc.integer({ min: 20, max: 182 }), (bytes, pts, dts, size) => {
        const { events, reader } = reading()
        for (const packet of packetsOf(buildPes(bytes, { pts, dts }), 0, size)) reader.packet(packet, 0)
        expect(events[0]).toEqual({
          kind: 'start',
          stamps: { pts, dts, randomAccess: false, afterLoss: false },
        })
        expect(bodyOf(events)).toEqual([...bytes])
        expect(reader.losses).toBe(0)
      }),
    )
  })

  it('uses its presentation time as decode time when it has no other, and has none without both', () => {
    const { events, reader } = reading()
    for (const packet of packetsOf(buildPes(Uint8Array.of(1), { pts: 90_000 }))) reader.packet(packet, 0)
    for (const packet of packetsOf(buildPes(Uint8Array.of(2)), 1)) reader.packet(packet, 0)
    expect(events.filter(({ kind }) => kind === 'start')).toMatchObject([
      { stamps: { pts: 90_000, dts: 90_000 } },
      { stamps: { pts: undefined, dts: undefined } },
    ])
  })

  it('is complete at its declared length, and stuffing after it is ignored', () => {
    const { events, reader } = reading()
    const pes = Uint8Array.from([...buildPes(Uint8Array.of(1, 2, 3), { pts: 1 }, true), 9, 9, 9])
    for (const packet of packetsOf(pes)) reader.packet(packet, 0)
    expect(events.slice(1)).toEqual([{ kind: 'data', bytes: [1, 2, 3] }, { kind: 'complete' }])
  })

  it('reports random access points', () => {
    const { events, reader } = reading()
    for (const packet of packetsOf(buildPes(Uint8Array.of(1)), 0, 100, true)) reader.packet(packet, 0)
    expect(events[0]).toMatchObject({ stamps: { randomAccess: true } })
  })
})

describe('a loss', () => {
  const [first = new Uint8Array(), second = new Uint8Array(), third = new Uint8Array()] = packetsOf(
    buildPes(new Uint8Array(500).fill(7), { pts: 1 }),
  )
  const next = packetsOf(buildPes(Uint8Array.of(8), { pts: 2 }), 3)

  it('invalidates the packet it happens in, and is reported with the next one', () => {
    const { events, reader } = reading()
    for (const packet of [first, third, ...next]) reader.packet(packet, 0)
    expect(events.map(({ kind }) => kind)).toEqual(['start', 'data', 'tear', 'start', 'data'])
    expect(events[3]).toMatchObject({ stamps: { afterLoss: true } })
    expect(reader.losses).toBe(1)
  })

  it('is not reported when a packet comes twice', () => {
    const { events, reader } = reading()
    for (const packet of [first, first, second, second, third, ...next]) reader.packet(packet, 0)
    expect(bodyOf(events)).toHaveLength(501)
    expect(reader.losses).toBe(0)
  })

  it('is a full counter cycle when the same count has other bytes', () => {
    const { reader } = reading()
    reader.packet(first, 0)
    const other = buildPacket({ pid: 0x101, counter: 0, payload: new Uint8Array(184).fill(9) })
    reader.packet(other, 0)
    expect(reader.losses).toBe(1)
  })

  it('is reported for a packet with the error indicator', () => {
    const { events, reader } = reading()
    reader.packet(first, 0)
    const payload = new Uint8Array(184)
    reader.packet(buildPacket({ pid: 0x101, counter: 1, payload, isBroken: true }), 0)
    expect(events.at(-1)).toEqual({ kind: 'tear' })
    expect(reader.losses).toBe(1)
  })

  it('skips the incomplete packet at the start of a stream', () => {
    const { events, reader } = reading()
    for (const packet of [second, third]) reader.packet(packet, 0)
    expect(events).toEqual([])
  })
})

describe('encrypted packets', () => {
  it('are counted in a row, and yield no data', () => {
    const { events, reader } = reading()
    const payload = new Uint8Array(184)
    for (let counter = 0; counter < 3; counter += 1)
      reader.packet(buildPacket({ pid: 0x101, counter, payload, scrambled: true, begins: counter === 0 }), 0)
    expect(reader.scrambled).toBe(3)
    for (const packet of packetsOf(buildPes(Uint8Array.of(1)), 3)) reader.packet(packet, 0)
    expect(reader.scrambled).toBe(0)
    expect(bodyOf(events)).toEqual([1])
  })
})

describe('any bytes', () => {
  it('are read without an error, and never yield more than they contain', () => {
    const packet = fc.uint8Array({ minLength: 188, maxLength: 188 })
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 10 }), (packets) => {
        const { events, reader } = reading()
        for (const bytes of packets) reader.packet(bytes, 0)
        expect(bodyOf(events).length).toBeLessThanOrEqual(packets.length * 184)
      }),
    )
  })
})
