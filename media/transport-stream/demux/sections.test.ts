import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPat, buildPmt } from '#tests/kit/media/packets.ts'
import { readProgramMap, readPrograms, sectionChecksum, SectionReader } from './sections.ts'

/** Descriptors: a tag, a length, a body. */
function descriptor(tag: number, body: string | readonly number[]): readonly number[] {
  const bytes = typeof body === 'string' ? [...Buffer.from(body, 'latin1')] : body
  return [tag, bytes.length, ...bytes]
}

function streamsOf(type: number, descriptors: readonly number[] = []) {
  return readProgramMap(buildPmt(1, [{ type, pid: 0x101, descriptors }]))?.streams
}

describe('the tables of a transport stream', () => {
  it('list the program maps, without the network information', () => {
    const pat = buildPat([
      [0, 0x10],
      [1, 0x1000],
      [7, 0x1fff],
    ])
    expect(sectionChecksum(pat)).toBe(0)
    expect(readPrograms(pat)).toEqual([0x1000, 0x1fff])
  })

  it('are used only when they are current, and only with their own table id', () => {
    expect(readPrograms(buildPat([[1, 0x1000]], false))).toBeUndefined()
    expect(readProgramMap(buildPmt(1, [], false))).toBeUndefined()
    expect(readPrograms(buildPmt(1, []))).toBeUndefined()
    expect(readProgramMap(buildPat([[1, 0x1000]]))).toBeUndefined()
  })

  it.each([
    [0x02, 'video', 'mpeg2video'],
    [0x1b, 'video', 'h264'],
    [0x24, 'video', 'hevc'],
    [0x03, 'audio', 'mp2'],
    [0x0f, 'audio', 'aac'],
    [0x81, 'audio', 'ac3'],
    [0x87, 'audio', 'eac3'],
    [0x86, 'other', '0x86'],
  ])('identify stream type %i as %s (%s)', (type, kind, codec) => {
    expect(streamsOf(type)).toEqual([{ pid: 0x101, kind, codec }])
  })

  it.each([
    [descriptor(0x6a, [0]), 'audio', 'ac3'],
    [descriptor(0x7a, [0]), 'audio', 'eac3'],
    [descriptor(0x05, 'Opus'), 'audio', 'opus'],
    [descriptor(0x05, 'HEVC'), 'video', 'hevc'],
    [descriptor(0x05, 'XXXX'), 'other', '0x6'],
    [descriptor(0x59, [1, 2, 3]), 'other', '0x6'],
  ])('identify private data by its descriptors', (descriptors, kind, codec) => {
    expect(streamsOf(0x06, descriptors)).toEqual([{ pid: 0x101, kind, codec }])
  })

  it('return the language of a stream if it is valid', () => {
    expect(streamsOf(0x0f, descriptor(0x0a, 'RUS\0'))?.[0]).toMatchObject({ language: 'rus' })
    expect(streamsOf(0x0f, [...descriptor(0x0a, 'uzb\0'), ...descriptor(0x0a, 'rus\0')])?.[0]).toMatchObject({
      language: 'uzb',
    })
    for (const wrong of ['', 'ru', '12\u00ff\0'])
      expect(streamsOf(0x0f, descriptor(0x0a, wrong))?.[0]).not.toHaveProperty('language')
  })

  it('end where a length exceeds the data', () => {
    const pmt = buildPmt(1, [
      { type: 0x1b, pid: 0x100 },
      { type: 0x0f, pid: 0x101, descriptors: descriptor(0x0a, 'rus\0') },
    ])
    // The second stream now claims descriptors beyond the section.
    const broken = Uint8Array.from(pmt)
    broken[12 + 5 + 4] = 0xff
    expect(readProgramMap(broken)?.streams.map(({ pid }) => pid)).toEqual([0x100])
  })

  it('are limited, however many streams a map claims', () => {
    const many = Array.from({ length: 150 }, (_, at) => ({ type: 0x0f, pid: 0x100 + at }))
    expect(readProgramMap(buildPmt(1, many))?.streams).toHaveLength(64)
  })
})

describe('a section', () => {
  const pmt = buildPmt(
    1,
    Array.from({ length: 60 }, (_, at) => ({ type: 0x0f, pid: 0x100 + at })),
  )

  /** The packets' payloads of a section: the first begins with a pointer to it. */
  function payloads(section: Uint8Array, size: number): { bytes: Uint8Array; begins: boolean }[] {
    const whole = Uint8Array.from([0, ...section])
    return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => ({
      bytes: whole.subarray(at * size, (at + 1) * size),
      begins: at === 0,
    }))
  }

  it('is read completely, over any number of packets', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 184 }), (size) => {
        const reader = new SectionReader()
        const results = payloads(pmt, size).map(({ bytes, begins }) =>
          reader.push(bytes, 0, bytes.length, begins),
        )
        expect(results.findLast((one) => one !== undefined)).toEqual(pmt)
      }),
    )
  })

  it('is rejected with a wrong byte', () => {
    fc.assert(
      fc.property(fc.nat(pmt.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const broken = Uint8Array.from(pmt)
        broken[at] = (broken[at] ?? 0) ^ change
        const reader = new SectionReader()
        for (const { bytes, begins } of payloads(broken, 184)) {
          const result = reader.push(bytes, 0, bytes.length, begins)
          expect(result === undefined || sectionChecksum(result) === 0).toBe(true)
          if (result !== undefined) expect(result).not.toEqual(broken)
        }
      }),
    )
  })

  it('is rejected when a packet in its middle is missing', () => {
    const reader = new SectionReader()
    const results = payloads(pmt, 100)
      .filter((_, at) => at !== 1)
      .map(({ bytes, begins }) => reader.push(bytes, 0, bytes.length, begins))
    expect(results.every((one) => one === undefined)).toBe(true)
  })

  it('is found after the end of the previous one in the same packet', () => {
    const pat = buildPat([[1, 0x1000]])
    const reader = new SectionReader()
    const first = Uint8Array.from([0, ...pmt])
    const cut = 184
    expect(reader.push(first, 0, cut, true)).toBeUndefined()
    const rest = first.subarray(cut)
    const second = Uint8Array.from([rest.length, ...rest, ...pat])
    expect(reader.push(second, 0, second.length, true)).toEqual(pmt)
  })

  it('never throws for any input', () => {
    const piece = fc.record({ bytes: fc.uint8Array({ maxLength: 184 }), begins: fc.boolean() })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const reader = new SectionReader()
        for (const { bytes, begins } of pieces) {
          const result = reader.push(bytes, 0, bytes.length, begins)
          if (result !== undefined) expect(sectionChecksum(result)).toBe(0)
        }
        readPrograms(pieces[0]?.bytes ?? new Uint8Array())
        readProgramMap(pieces[0]?.bytes ?? new Uint8Array())
      }),
    )
  })
})
