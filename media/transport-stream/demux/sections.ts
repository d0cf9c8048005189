/** The tables that describe a transport stream: PAT and PMT. ISO/IEC 13818-1, 2.4.4. */

/** One stream of a program. `codec` is ffmpeg's name; `kind` is `other` for anything but video and audio. */
export interface ElementaryStream {
  readonly pid: number
  readonly kind: 'video' | 'audio' | 'other'
  readonly codec: string
  /** ISO 639-2, lower case, when the stream has one. */
  readonly language?: string
}

export interface ProgramMap {
  readonly programme: number
  readonly streams: readonly ElementaryStream[]
}

const maxSection = 1024
const maxProgrammes = 256
const maxStreams = 64

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc >>> 0
})

/** CRC-32 of MPEG-2 sections: 0 over a section with its own checksum. */
export function sectionChecksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = ((crc << 8) ^ (crcTable[(crc >>> 24) ^ byte] ?? 0)) >>> 0
  return crc
}

/** Collects the sections of one PID from its packets; outputs only complete ones with a correct checksum. */
export class SectionReader {
  readonly #bytes = new Uint8Array(maxSection + 4)
  #length = -1

  /** Takes one packet's payload; returns the first section it completed. Valid until the next call. */
  push(bytes: Uint8Array, from: number, to: number, begins: boolean): Uint8Array | undefined {
    let at = from
    if (begins) {
      const pointer = bytes[at] ?? 0
      const start = at + 1 + pointer
      if (start > to) return this.#lose()
      if (this.#length >= 0) {
        const whole = this.#add(bytes, at + 1, start)
        if (whole !== undefined) return whole
      }
      this.#length = 0
      at = start
    }
    return this.#length < 0 ? undefined : this.#add(bytes, at, to)
  }

  #lose(): undefined {
    this.#length = -1
    return undefined
  }

  #add(bytes: Uint8Array, from: number, to: number): Uint8Array | undefined {
    const room = Math.min(to - from, this.#bytes.length - this.#length)
    this.#bytes.set(bytes.subarray(from, from + room), this.#length)
    this.#length += room
    if (this.#length < 3) return undefined
    const size = 3 + (word(this.#bytes, 1) & 0xfff)
    if (size > maxSection || this.#bytes[0] === 0xff) return this.#lose()
    if (this.#length < size) return undefined
    const section = this.#bytes.subarray(0, size)
    this.#length = -1
    return size >= 12 && sectionChecksum(section) === 0 ? section : undefined
  }
}

/** PIDs of the program maps in the order of the table; undefined when this is not a current PAT. */
export function readPrograms(section: Uint8Array): number[] | undefined {
  if (section[0] !== 0x00 || !isInForce(section)) return undefined
  const pids: number[] = []
  for (let at = 8; at + 4 <= section.length - 4 && pids.length < maxProgrammes; at += 4)
    if (word(section, at) !== 0) pids.push(word(section, at + 2) & 0x1fff)
  return pids
}

/** A program's streams; undefined when this is not a current PMT. */
export function readProgramMap(section: Uint8Array): ProgramMap | undefined {
  if (section[0] !== 0x02 || !isInForce(section)) return undefined
  const end = section.length - 4
  const streams: ElementaryStream[] = []
  let at = 12 + (word(section, 10) & 0xfff)
  while (at + 5 <= end && streams.length < maxStreams) {
    const next = at + 5 + (word(section, at + 3) & 0xfff)
    if (next > end) break
    const described = describe(section[at] ?? 0, section.subarray(at + 5, next))
    streams.push({ pid: word(section, at + 1) & 0x1fff, ...described })
    at = next
  }
  return { programme: word(section, 3), streams }
}

function isInForce(section: Uint8Array): boolean {
  return ((section[5] ?? 0) & 1) === 1
}

function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

type DetectedStream = Omit<ElementaryStream, 'pid'>

/** Stream types of ISO/IEC 13818-1 table 2-34 and of ATSC A/53; all others are `other`. */
const byType: Readonly<Record<number, DetectedStream>> = {
  0x01: { kind: 'video', codec: 'mpeg1video' },
  0x02: { kind: 'video', codec: 'mpeg2video' },
  0x10: { kind: 'video', codec: 'mpeg4' },
  0x1b: { kind: 'video', codec: 'h264' },
  0x24: { kind: 'video', codec: 'hevc' },
  0x33: { kind: 'video', codec: 'vvc' },
  0x42: { kind: 'video', codec: 'cavs' },
  0xd1: { kind: 'video', codec: 'dirac' },
  0xea: { kind: 'video', codec: 'vc1' },
  0x03: { kind: 'audio', codec: 'mp2' },
  0x04: { kind: 'audio', codec: 'mp2' },
  0x0f: { kind: 'audio', codec: 'aac' },
  0x11: { kind: 'audio', codec: 'aac_latm' },
  0x81: { kind: 'audio', codec: 'ac3' },
  0x82: { kind: 'audio', codec: 'dts' },
  0x83: { kind: 'audio', codec: 'truehd' },
  0x85: { kind: 'audio', codec: 'dts' },
  0x87: { kind: 'audio', codec: 'eac3' },
}
/** Private data is identified by its descriptors. ETSI EN 300 468, 6.1. */
const byDescriptor: Readonly<Record<number, DetectedStream>> = {
  0x6a: { kind: 'audio', codec: 'ac3' },
  0x7a: { kind: 'audio', codec: 'eac3' },
  0x7b: { kind: 'audio', codec: 'dts' },
  0x7c: { kind: 'audio', codec: 'aac_latm' },
}
const byRegistration: Readonly<Record<string, DetectedStream>> = {
  'AC-3': { kind: 'audio', codec: 'ac3' },
  EAC3: { kind: 'audio', codec: 'eac3' },
  HEVC: { kind: 'video', codec: 'hevc' },
  'VC-1': { kind: 'video', codec: 'vc1' },
  Opus: { kind: 'audio', codec: 'opus' },
  AV01: { kind: 'video', codec: 'av1' },
}
const privateData = 0x06
const languageDescriptorTag = 0x0a
const registration = 0x05

function describe(type: number, descriptors: Uint8Array): DetectedStream {
  let described = byType[type] ?? ({ kind: 'other', codec: `0x${type.toString(16)}` } as const)
  let language: string | undefined
  for (let at = 0; at + 2 <= descriptors.length;) {
    const tag = descriptors[at] ?? 0
    const body = descriptors.subarray(at + 2, at + 2 + (descriptors[at + 1] ?? 0))
    if (tag === languageDescriptorTag && body.length >= 3) language ??= letters(body, 3).toLowerCase()
    if (type === privateData)
      described = (tag === registration ? byRegistration[letters(body, 4)] : byDescriptor[tag]) ?? described
    at += 2 + body.length
  }
  return language !== undefined && /^[a-z]{3}$/.test(language) ? { ...described, language } : described
}

function letters(bytes: Uint8Array, count: number): string {
  return String.fromCharCode(...bytes.subarray(0, count))
}
