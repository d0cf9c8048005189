/** Remuxes a transport stream with H.264 and AAC into fragmented MP4, one file per track. Nothing is decoded. */
import { readInit, type InitDescription } from '#media/containers/init-segment.ts'
import { MalformedBoxError } from '#media/containers/boxes.ts'
import { AudioTrack } from './audio-track.ts'
import type { SequenceParameters } from './h264/h264.ts'
import type { MediaPart } from './fragments/media-part.ts'
import { PacketReader } from './demux/packet-reader.ts'
import { PesReader } from './demux/pes-reader.ts'
import { ProgramTables } from './demux/program-tables.ts'
import type { ElementaryStream } from './demux/sections.ts'
import { Timeline } from './demux/timestamp-unroller.ts'
import { UnsupportedStreamError } from './unsupported.ts'
import { VideoTrack } from './video-track.ts'

/** A selected track of a program. */
export interface SelectedTrack {
  readonly pid: number
  readonly kind: 'video' | 'audio'
  readonly rendition: string
  readonly language?: string
}

/** The plan for a program's streams: H.264 and AAC only. `unfit` is the reason why it cannot be remuxed, as text. */
export type Choice = { readonly tracks: readonly SelectedTrack[] } | { readonly unfit: string }

export interface RemuxerOptions {
  /** Maximum duration of a part, unless a single frame lasts longer. */
  readonly partMs: number
  /** Unix ms: distinguishes a silent source from one whose timestamps jump. */
  readonly clock: () => number
  readonly choose: (streams: readonly ElementaryStream[]) => Choice
  /** Why such video is not accepted, as text; everything is accepted when absent. */
  readonly acceptVideo?: (sps: SequenceParameters) => string | undefined
  /** The tracks; called again after a configuration change, then with all inits again. Times continue. */
  readonly onTracks: (tracks: readonly SelectedTrack[]) => void
  readonly onInit: (track: number, init: { bytes: Buffer; description: InitDescription }) => void
  /** Times of all tracks have one origin. The receiver owns the bytes. */
  readonly onPart: (track: number, part: MediaPart) => void
}

/** Time limit for the first key frame after data arrives. */
const startMs = 12_000
/** After this many foreign bytes the input is not a transport stream. */
const maxForeignBytes = 256 * 1024
const maxScrambled = 64

interface Track {
  readonly selected: SelectedTrack
  readonly reader: PesReader
  readonly sink: VideoTrack | AudioTrack
  init?: { bytes: Buffer; description: InitDescription }
}

/** Push the bytes as they arrive. No input causes an exception. */
export class Remuxer {
  readonly #options: RemuxerOptions
  readonly #cutter: PacketReader
  readonly #tables: ProgramTables
  /** By PID: the track's position plus one, or 0. */
  readonly #byPid = new Uint8Array(8192)
  #timeline = new Timeline()
  #tracks: Track[] = []
  #firstAtMs: number | undefined
  #nowMs = 0
  #hasStarted = false
  #lossesBefore = 0
  #unfit: string | undefined

  constructor(options: RemuxerOptions) {
    this.#options = options
    this.#cutter = new PacketReader((bytes, at) => this.#packet(bytes, at))
    this.#tables = new ProgramTables((streams) => this.#start(streams))
  }

  /** Why the stream cannot be remuxed, as text; undefined while it can. After that all input is ignored. */
  get unfit(): string | undefined {
    return this.#unfit
  }

  /** True when the streams are determined and accepted. */
  get hasTracks(): boolean {
    return this.#tracks.length > 0
  }

  /** Missing or damaged packets so far. */
  get losses(): number {
    return this.#tracks.reduce((sum, track) => sum + track.reader.losses, this.#lossesBefore)
  }

  /** Takes the next bytes of the stream, of any length; the caller may reuse the buffer afterwards. */
  push(piece: Uint8Array): void {
    if (this.#unfit !== undefined || piece.length === 0) return
    this.#nowMs = this.#options.clock()
    this.#firstAtMs ??= this.#nowMs
    try {
      this.#cutter.push(piece)
      this.#judge(this.#firstAtMs)
    } catch (error) {
      if (!(error instanceof UnsupportedStreamError) && !(error instanceof MalformedBoxError)) throw error
      this.#unfit = error.message
    }
  }

  /** Outputs complete frames as the last parts; an incomplete one is dropped. */
  end(): void {
    for (const { sink } of this.#tracks) sink.flush()
  }

  #packet(bytes: Uint8Array, at: number): void {
    const pid = (((bytes[at + 1] ?? 0) & 0x1f) << 8) | (bytes[at + 2] ?? 0)
    const position = this.#byPid[pid] ?? 0
    if (position > 0) this.#tracks[position - 1]?.reader.packet(bytes, at)
    else this.#tables.packet(bytes, at, pid)
  }

  #judge(firstAtMs: number): void {
    if (this.#cutter.skippedBytes > maxForeignBytes)
      throw new UnsupportedStreamError('what arrives is no transport stream')
    if (this.#timeline.isHopeless)
      throw new UnsupportedStreamError('the clocks of its streams do not go together')
    if (this.#tracks.some(({ reader }) => reader.scrambled > maxScrambled))
      throw new UnsupportedStreamError('it is encrypted')
    if (this.#hasStarted || this.#nowMs - firstAtMs < startMs) return
    if (this.#tracks.length === 0) throw new UnsupportedStreamError('it does not describe its streams')
    throw new UnsupportedStreamError('no key frame to start with')
  }

  /** The program's streams were determined, or have changed. */
  #start(streams: readonly ElementaryStream[]): void {
    const choice = this.#options.choose(streams)
    if ('unfit' in choice) throw new UnsupportedStreamError(choice.unfit)
    if (isSame(choice.tracks, this.#tracks)) return
    this.end()
    this.#lossesBefore = this.losses
    this.#byPid.fill(0)
    const hasVideo = choice.tracks.some(({ kind }) => kind === 'video')
    this.#tracks = choice.tracks.map((selected, position) => this.#track(selected, position, hasVideo))
    for (const [position, { selected }] of this.#tracks.entries()) this.#byPid[selected.pid] = position + 1
    this.#options.onTracks(choice.tracks)
  }

  #track(selected: SelectedTrack, position: number, hasVideo: boolean): Track {
    const common = {
      timeline: this.#timeline,
      partMs: this.#options.partMs,
      language: selected.language,
      now: () => this.#nowMs,
      onInit: (init: Buffer) => this.#configure(position, init),
      onPart: (part: MediaPart) => {
        this.#hasStarted = true
        this.#options.onPart(position, part)
      },
    }
    const sink =
      selected.kind === 'video'
        ? new VideoTrack({
            ...common,
            judge: (sps) => this.#options.acceptVideo?.(sps),
            onStart: (ticks) => this.#openAudio(ticks),
          })
        : new AudioTrack({ ...common, isOpen: !hasVideo })
    return { selected, sink, reader: new PesReader(sink) }
  }

  #openAudio(ticks: number): void {
    for (const { sink } of this.#tracks) if (sink instanceof AudioTrack) sink.open(ticks)
  }

  #configure(position: number, bytes: Buffer): void {
    const track = this.#tracks[position]
    if (track === undefined) return
    const isChange = track.init !== undefined
    if (track.init?.bytes.equals(bytes) === true) return
    track.init = { bytes, description: readInit(bytes) }
    if (!isChange) {
      this.#options.onInit(position, track.init)
      return
    }
    this.end()
    this.#options.onTracks(this.#tracks.map(({ selected }) => selected))
    for (const [index, { init }] of this.#tracks.entries())
      if (init !== undefined) this.#options.onInit(index, init)
  }
}

function isSame(selected: readonly SelectedTrack[], tracks: readonly Track[]): boolean {
  return (
    selected.length === tracks.length &&
    selected.every((one, index) => {
      const before = tracks[index]?.selected
      return one.pid === before?.pid && one.kind === before.kind && one.language === before.language
    })
  )
}
