import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksIn, formatKey, frameBytes, headerBytes, isAdts, readAudioFormat } from './adts.ts'

const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]

interface Header {
  /** 2: AAC LC. */
  readonly objectType?: number
  readonly rateIndex?: number
  readonly channels?: number
  readonly bytes?: number
  readonly blocks?: number
  readonly hasChecksum?: boolean
}

/** An ADTS header as in ISO/IEC 13818-7, 6.2. */
function header(options: Header = {}): Uint8Array {
  const {
    objectType = 2,
    rateIndex = 3,
    channels = 2,
    bytes = 100,
    blocks = 1,
    hasChecksum = false,
  } = options
  return Uint8Array.of(
    0xff,
    0xf0 | (hasChecksum ? 0 : 1),
    ((objectType - 1) << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (bytes >> 11),
    (bytes >> 3) & 0xff,
    ((bytes & 7) << 5) | 0x1f,
    0xfc | (blocks - 1),
  )
}

const headers = fc.record({
  objectType: fc.integer({ min: 1, max: 4 }),
  rateIndex: fc.integer({ min: 0, max: 12 }),
  channels: fc.integer({ min: 1, max: 7 }),
  bytes: fc.integer({ min: 10, max: 8191 }),
  blocks: fc.integer({ min: 1, max: 4 }),
  hasChecksum: fc.boolean(),
})

describe('an ADTS header', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(headers, fc.nat(5), (written, at) => {
        const bytes = Uint8Array.from([...new Uint8Array(at), ...header(written)])
        expect(isAdts(bytes, at)).toBe(true)
        expect(frameBytes(bytes, at)).toBe(written.bytes)
        expect(headerBytes(bytes, at)).toBe(written.hasChecksum ? 9 : 7)
        expect(blocksIn(bytes, at)).toBe(written.blocks)
        expect(readAudioFormat(bytes, at)).toMatchObject({
          sampleRate: rates[written.rateIndex],
          channels: written.channels === 7 ? 8 : written.channels,
        })
      }),
    )
  })

  it('yields the AudioSpecificConfig for MP4', () => {
    // ISO/IEC 14496-3, 1.6.2.1: AAC LC of 48 and 44.1 kHz in stereo.
    expect(readAudioFormat(header(), 0)?.config.toString('hex')).toBe('1190')
    expect(readAudioFormat(header({ rateIndex: 4 }), 0)?.config.toString('hex')).toBe('1210')
  })

  it('has the same key for the same format, and another key for any other', () => {
    fc.assert(
      fc.property(headers, headers, (one, other) => {
        const isSame =
          one.objectType === other.objectType &&
          one.rateIndex === other.rateIndex &&
          one.channels === other.channels
        expect(formatKey(header(one), 0) === formatKey(header(other), 0)).toBe(isSame)
      }),
    )
  })

  it('is rejected with a wrong sync word, layer or rate, or a frame not longer than the header', () => {
    const wrong: Uint8Array[] = [
      Uint8Array.from(header()).fill(0xfe, 0, 1),
      Uint8Array.from(header()).fill(0xf3, 1, 2),
      header({ rateIndex: 13 }),
      header({ bytes: 7 }),
      header({ bytes: 9, hasChecksum: true }),
      new Uint8Array(),
    ]
    for (const bytes of wrong) expect(isAdts(bytes, 0)).toBe(false)
  })

  it('has no format when its channels are only described inside the frames', () => {
    expect(readAudioFormat(header({ channels: 0 }), 0)).toBeUndefined()
  })
})
