/** Init segments (ftyp and moov) of one track. ISO/IEC 14496-12, CMAF (ISO/IEC 23000-19) 7.2. */

/** Values that both kinds of track have. `language`: ISO 639-2. */
interface TrackHeader {
  readonly timescale: number
  readonly language?: string | undefined
}

export interface VideoTrackHeader extends TrackHeader {
  readonly width: number
  readonly height: number
  readonly pixelAspect: readonly [number, number]
  /** AVCDecoderConfigurationRecord. */
  readonly configuration: Uint8Array
}

export interface AudioTrackHeader extends TrackHeader {
  readonly channels: number
  readonly sampleRate: number
  /** AudioSpecificConfig. */
  readonly configuration: Uint8Array
}

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
const unity = 0x10000
/** Enabled, in the movie, in its preview. */
const trackShownFlags = 7
const trackId = 1

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([words(size), Buffer.from(type, 'latin1'), ...parts], size)
}

/** A box with a version and flags. */
function fullBox(type: string, flags: number, ...parts: readonly Uint8Array[]): Buffer {
  return box(type, words(flags), ...parts)
}

function words(...values: readonly number[]): Buffer {
  const out = Buffer.allocUnsafe(values.length * 4)
  values.forEach((value, index) => out.writeUInt32BE(value >>> 0, index * 4))
  return out
}

function halves(...values: readonly number[]): Buffer {
  const out = Buffer.allocUnsafe(values.length * 2)
  values.forEach((value, index) => out.writeUInt16BE(value, index * 2))
  return out
}

export function videoInit(track: VideoTrackHeader): Buffer {
  const { width, height, configuration } = track
  const [across, down] = track.pixelAspect
  const name = Buffer.alloc(32)
  const entry = box(
    'avc1',
    words(0, 1),
    Buffer.alloc(16),
    halves(width, height),
    words(0x480000, 0x480000, 0),
    halves(1),
    name,
    halves(24, 0xffff),
    box('avcC', configuration),
    box('pasp', words(across, down)),
  )
  const shown = Math.min(Math.round((width * across) / down), 0xffff)
  const header = trackHeader(0, shown, height)
  return init(track, header, 'vide', fullBox('vmhd', 1, words(0, 0)), entry)
}

export function audioInit(track: AudioTrackHeader): Buffer {
  const { channels, sampleRate, configuration } = track
  // 14496-1, 7.2.6: an ES with a decoder configuration (AAC, audio) with its specific part, and an SL of MP4.
  const specific = descriptor(5, configuration)
  const decoder = descriptor(4, Uint8Array.of(0x40, 0x15, 0, 0, 0), words(0, 0), specific)
  const esds = fullBox(
    'esds',
    0,
    descriptor(3, Uint8Array.of(0, trackId, 0), decoder, descriptor(6, Uint8Array.of(2))),
  )
  const rate = words(sampleRate < 0x10000 ? sampleRate * 0x10000 : 0)
  const entry = box('mp4a', words(0, 1), words(0, 0), halves(channels, 16), words(0), rate, esds)
  return init(track, trackHeader(0x0100, 0, 0), 'soun', fullBox('smhd', 0, words(0)), entry)
}

function descriptor(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Uint8Array.of(tag, 0x80, 0x80, 0x80, body.length), body])
}

function trackHeader(volume: number, width: number, height: number): Buffer {
  return fullBox(
    'tkhd',
    trackShownFlags,
    words(0, 0, trackId, 0, 0, 0, 0),
    halves(0, 0, volume, 0),
    words(...matrix, width * 0x10000, height * 0x10000),
  )
}

function init(track: TrackHeader, header: Buffer, handler: string, media: Buffer, entry: Buffer): Buffer {
  const { timescale, language = 'und' } = track
  const packed = [...language].reduce((code, letter) => (code << 5) | (letter.charCodeAt(0) - 0x60), 0)
  const empty = ['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, words(0)))
  const table = box('stbl', fullBox('stsd', 0, words(1), entry), ...empty, fullBox('stsz', 0, words(0, 0)))
  const place = box('dinf', fullBox('dref', 0, words(1), fullBox('url ', 1)))
  const mdia = box(
    'mdia',
    fullBox('mdhd', 0, words(0, 0, timescale, 0), halves(packed, 0)),
    fullBox('hdlr', 0, words(0), Buffer.from(handler, 'latin1'), words(0, 0, 0), Buffer.from([0])),
    box('minf', media, place, table),
  )
  const movie = fullBox(
    'mvhd',
    0,
    words(0, 0, 1000, 0, unity),
    halves(0x0100, 0),
    words(0, 0, ...matrix, 0, 0, 0, 0, 0, 0, trackId + 1),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6', 'latin1'), words(0), Buffer.from('iso6cmf2cmfcmp41', 'latin1')),
    box(
      'moov',
      movie,
      box('trak', header, mdia),
      box('mvex', fullBox('trex', 0, words(trackId, 1, 0, 0, 0))),
    ),
  ])
}
