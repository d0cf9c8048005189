import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitReader } from './bit-reader.ts'

/** Bits as text, filled up to whole bytes. */
function readerOf(bits: string): BitReader {
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')
  const bytes = padded.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
  return new BitReader(Uint8Array.from(bytes), 0, bytes.length)
}

/** ISO/IEC 14496-10, 9.1: leading zeros as many as bits follow the first 1 in (number + 1). */
function expGolomb(value: number): string {
  const binary = (value + 1).toString(2)
  return '0'.repeat(binary.length - 1) + binary
}

describe('bits of a NAL unit', () => {
  it.each([
    ['1', 0],
    ['010', 1],
    ['011', 2],
    ['00100', 3],
    ['00111', 6],
    ['0001000', 7],
  ])('%s is the unsigned number %i (table 9-2)', (bits, value) => {
    expect(readerOf(bits).unsigned()).toBe(value)
  })

  it.each([
    ['1', 0],
    ['010', 1],
    ['011', -1],
    ['00100', 2],
    ['00101', -2],
  ])('%s is the signed number %i (table 9-3)', (bits, value) => {
    expect(readerOf(bits).signed() + 0).toBe(value)
  })

  it('reads consecutive unsigned numbers one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 }), (values) => {
        const bytes = toBytes(values.map(expGolomb).join(''))
        const reader = new BitReader(withoutStartCodes(bytes), 0, Number.MAX_SAFE_INTEGER)
        expect(values.map(() => reader.unsigned())).toEqual(values)
      }),
    )
  })

  it('skips emulation prevention bytes', () => {
    const reader = new BitReader(Uint8Array.from([0, 0, 3, 1, 0x80]), 0, 5)
    expect([reader.byte(), reader.byte(), reader.byte(), reader.byte()]).toEqual([0, 0, 1, 0x80])
    expect(reader.isExhausted).toBe(false)
  })

  it('reads zeros beyond the end, and reports it', () => {
    const reader = readerOf('11111111')
    expect(reader.bits(8)).toBe(255)
    expect(reader.isExhausted).toBe(false)
    expect(reader.bits(8)).toBe(0)
    expect(reader.isExhausted).toBe(true)
  })
})

function toBytes(bits: string): number[] {
  return (
    bits
      .padEnd(Math.ceil(bits.length / 8) * 8, '0')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? []
  )
}

/** As an encoder writes it: a 3 after two zeros wherever a start code could appear. */
function withoutStartCodes(bytes: readonly number[]): Uint8Array {
  const out: number[] = []
  for (const byte of bytes) {
    if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3)
    out.push(byte)
  }
  return Uint8Array.from(out)
}
