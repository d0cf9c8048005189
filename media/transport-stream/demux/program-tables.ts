/** Follows the tables of a transport stream and selects the streams of one program. */
import { packetBytes } from './packet-reader.ts'
import {
  readProgramMap,
  readPrograms,
  SectionReader,
  type ElementaryStream,
  type ProgramMap,
} from './sections.ts'

const pat = 0

interface Programme {
  readonly pid: number
  readonly reader: SectionReader
  map?: ProgramMap
  /** How often this map came while others were missing. */
  seen: number
}

/** `onStreams` is called with the first program that has video, else with one that has audio; again on changes. */
export class ProgramTables {
  readonly #onStreams: (streams: readonly ElementaryStream[]) => void
  readonly #pat = new SectionReader()
  #programmes: Programme[] = []
  #taken: string | undefined

  constructor(onStreams: (streams: readonly ElementaryStream[]) => void) {
    this.#onStreams = onStreams
  }

  /** Processes a packet that belongs to no track. */
  packet(bytes: Uint8Array, at: number, pid: number): void {
    if (pid === pat) this.#read(bytes, at, this.#pat, (section) => this.#setProgrammes(section))
    else {
      const programme = this.#programmes.find((one) => one.pid === pid)
      if (programme !== undefined)
        this.#read(bytes, at, programme.reader, (section) => this.#setMap(programme, section))
    }
  }

  #read(bytes: Uint8Array, at: number, reader: SectionReader, take: (section: Uint8Array) => void): void {
    const flags = bytes[at + 1] ?? 0
    const control = bytes[at + 3] ?? 0
    if (flags & 0x80 || control & 0xc0 || !(control & 0x10)) return
    const from = at + 4 + (control & 0x20 ? 1 + (bytes[at + 4] ?? 0) : 0)
    const to = at + packetBytes
    if (from >= to) return
    const section = reader.push(bytes, from, to, (flags & 0x40) !== 0)
    if (section !== undefined) take(section)
  }

  #setProgrammes(section: Uint8Array): void {
    const pids = readPrograms(section)
    if (pids === undefined || pids.join() === this.#programmes.map(({ pid }) => pid).join()) return
    this.#programmes = pids.map((pid) => ({ pid, reader: new SectionReader(), seen: 0 }))
  }

  #setMap(programme: Programme, section: Uint8Array): void {
    const map = readProgramMap(section)
    if (map === undefined) return
    programme.map = map
    programme.seen++
    // The first program in the table wins; when a map repeats, earlier missing maps are not expected any more.
    const isRound = this.#programmes.some(({ seen }) => seen > 1)
    if (!isRound && this.#programmes.some((one) => one.map === undefined)) return
    const withVideo = this.#programmes.find((one) => hasKind(one, 'video'))
    const chosen = withVideo ?? this.#programmes.find((one) => hasKind(one, 'audio'))
    const streams = chosen?.map?.streams ?? []
    const taken = JSON.stringify(streams)
    if (taken === this.#taken || streams.length === 0) return
    this.#taken = taken
    this.#onStreams(streams)
  }
}

function hasKind(programme: Programme, kind: 'video' | 'audio'): boolean {
  return programme.map?.streams.some((stream) => stream.kind === kind) === true
}
