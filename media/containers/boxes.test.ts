import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxesIn, findBox, MalformedBoxError, printable } from './boxes.ts'
import { box, segmentIndex, u32, u64 } from './segment-index.ts'

const type = fc.stringMatching(/^[a-z0-9 ]{4}$/)

describe('MP4 boxes', () => {
  it('are read in the order in which they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(type, fc.uint8Array({ maxLength: 40 })), { maxLength: 8 }), (written) => {
        const bytes = Buffer.concat(written.map(([name, body]) => box(name, Buffer.from(body))))
        const read = [...boxesIn(bytes)].map((one) => [one.type, [...bytes.subarray(one.bodyStart, one.end)]])
        expect(read).toEqual(written.map(([name, body]) => [name, [...body]]))
      }),
    )
  })

  it('may have a size of 64 bits, or reach to the end', () => {
    const large = Buffer.concat([u32(1), Buffer.from('mdat'), u64(20), Buffer.from('abcd')])
    expect([...boxesIn(large)]).toEqual([{ type: 'mdat', start: 0, bodyStart: 16, end: 20 }])
    const open = Buffer.concat([u32(0), Buffer.from('mdat'), Buffer.from('abcd')])
    expect([...boxesIn(open)]).toEqual([{ type: 'mdat', start: 0, bodyStart: 8, end: 12 }])
  })

  it('fail with an error at an impossible size', () => {
    const wrong = [
      Buffer.concat([u32(7), Buffer.from('moov')]),
      Buffer.concat([u32(9), Buffer.from('moov')]),
      Buffer.concat([u32(1), Buffer.from('moov')]),
      Buffer.concat([u32(1), Buffer.from('moov'), u64(15)]),
      Buffer.concat([u32(1), Buffer.from('moov'), u64(2 ** 40)]),
    ]
    for (const bytes of wrong) expect(() => [...boxesIn(bytes)]).toThrow(MalformedBoxError)
  })

  it('are looked up by path; the first of each name is returned', () => {
    const bytes = Buffer.concat([
      box('ftyp'),
      box('moov', box('trak', box('tkhd', u32(1))), box('trak', box('mdia', u32(2)))),
      box('moov', box('mvhd')),
    ])
    const header = findBox(bytes, ['moov', 'trak', 'tkhd'])
    expect(header === undefined ? undefined : bytes.readUInt32BE(header.bodyStart)).toBe(1)
    expect(findBox(bytes, ['moov', 'trak', 'mdia']), 'in the second of that name').toBeUndefined()
    expect(findBox(bytes, ['moov', 'mvhd']), 'in the second of that name').toBeUndefined()
    expect(findBox(bytes, ['free'])).toBeUndefined()
  })

  it('are read or rejected with MalformedBoxError, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          for (const one of boxesIn(Buffer.from(bytes))) expect(one.end).toBeLessThanOrEqual(bytes.length)
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBoxError)
          expect((error as Error).message).toMatch(/^[\x20-\x7e]+$/)
        }
      }),
    )
    expect(printable('\u0000ab\u00ff')).toBe('?ab?')
  })
})

describe('the segment index (sidx)', () => {
  it('lists the size and duration of each segment after its header', () => {
    const pieces = fc.array(fc.record({ size: fc.nat(0x7fffffff), ticks: fc.nat() }), { maxLength: 20 })
    fc.assert(
      fc.property(pieces, fc.integer({ min: 0, max: 2 ** 40 }), (written, firstOffset) => {
        const bytes = segmentIndex(3, 12_800, written, firstOffset)
        const [sidx] = [...boxesIn(bytes)]
        expect(sidx).toMatchObject({ type: 'sidx', start: 0, end: bytes.length })
        expect([bytes.readUInt32BE(12), bytes.readUInt32BE(16)]).toEqual([3, 12_800])
        expect(Number(bytes.readBigUInt64BE(28))).toBe(firstOffset)
        expect(bytes.readUInt32BE(36)).toBe(written.length)
        written.forEach(({ size, ticks }, at) => {
          expect(bytes.readUInt32BE(40 + at * 12)).toBe(size)
          expect(bytes.readUInt32BE(44 + at * 12)).toBe(ticks)
        })
      }),
    )
  })
})
