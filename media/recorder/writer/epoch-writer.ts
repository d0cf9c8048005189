/** Turns the parts of one run into segments of the channel's archive: places them on the wall clock, cuts, writes. */
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { EpochTrack } from '#media/archive/epochs/epochs.ts'
import type { InitDescription } from '#media/containers/init-segment.ts'
import { patchTfdt } from '#media/containers/movie-fragment.ts'
import { languageCode, trackName } from '#media/ladder/languages.ts'
import type { Part } from '#media/recorder/ingest/fragment-reader.ts'
import type { MuxerTrack } from '#media/recorder/ingest/muxer.ts'
import { Segmenter, type CutSegment, type PlacedPart } from './segmenter.ts'
import { WallClock } from './wall-clock.ts'

/** A part on the channel's timeline, before its segment is complete. Unix ms, not rounded. */
export interface LivePart {
  readonly rendition: string
  readonly epoch: number
  readonly beginMs: number
  readonly endMs: number
  /** Can be decoded without earlier parts. */
  readonly independent: boolean
  /** moof and mdat with their final decode time; must not be changed. */
  readonly bytes: Buffer
  /** Start of its future segment, which is the segment's name in the archive (whole ms). */
  readonly segmentStartMs: number
}

export interface EpochWriterOptions {
  readonly archive: ChannelArchive
  readonly clock: () => number
  /** Called when a segment is in the archive. */
  readonly onSegment: (segment: { endMs: number; bytes: number; epoch: number }) => void
  /** Called for each part, in the order of its rendition; a part that opens a segment closes the one before. */
  readonly onPart?: ((part: LivePart) => void) | undefined
  readonly onTrouble: (words: string) => void
  /** The run cannot continue; the reason as text. `isOver`: the source is not live. */
  readonly onEnd: (words: string, isOver?: true) => void
}

/** A track that has not started this long after the first is left out of the epoch. */
const trackWaitMs = 4000
const maxPendingParts = 600
/** A live source may start with its server's buffer, at most this much; one part counts as five seconds at most. */
const maxAheadMs = 60_000
const longestPartMs = 5000
/** A minute at 3 Mbit/s: otherwise a hanging disk would fill the memory, for 200 channels at once. */
const maxUnwrittenBytes = 24 * 1024 * 1024

interface Track {
  readonly plan: MuxerTrack
  init?: { bytes: Buffer; description: InitDescription }
  frameTicks?: number
  /** Position among the tracks of the epoch; undefined while the epoch is not open, and for a track left out. */
  place?: number
}

/** Throws on media before its init and when the table of epochs cannot be written: the run then ends. */
export class EpochWriter {
  readonly #options: EpochWriterOptions
  readonly #clock = new WallClock()
  readonly #writes = new Set<Promise<void>>()
  #tracks: readonly Track[] = []
  #pending: { track: Track; part: Part }[] = []
  #cutter: Segmenter | undefined
  #open: Track[] = []
  #epoch = 0
  #firstPartAtMs: number | undefined
  #lastPartAtMs: number | undefined
  /** Total duration of the first track's parts. */
  #playedMs = 0
  #segments = 0
  #unwrittenBytes = 0

  constructor(options: EpochWriterOptions) {
    this.#options = options
  }

  /** When the last part arrived; undefined before the first. */
  get lastPartAtMs(): number | undefined {
    return this.#lastPartAtMs
  }

  /** Segments written to the archive. */
  get segments(): number {
    return this.#segments
  }

  /** Called again when the configuration has changed: earlier data is stored, and another epoch follows. */
  setTracks(tracks: readonly MuxerTrack[]): void {
    this.end()
    this.#cutter = undefined
    this.#pending = []
    this.#firstPartAtMs = undefined
    this.#playedMs = 0
    this.#tracks = tracks.map((plan) => ({ plan }))
  }

  setInit(position: number, init: { bytes: Buffer; description: InitDescription }): void {
    const track = this.#tracks[position]
    if (track !== undefined) track.init = init
  }

  /** Takes the next part of a track, which has just arrived. Changes its bytes in place. */
  add(position: number, part: Part): void {
    const track = this.#tracks[position]
    if (track === undefined) return
    const now = this.#options.clock()
    this.#lastPartAtMs = now
    this.#firstPartAtMs ??= now
    const { timescale } = describe(track)
    this.#clock.observe(now, ((part.decodeTicks + part.durationTicks) / timescale) * 1000)
    if (position === 0 && this.#isTooFast(now, (part.durationTicks / timescale) * 1000))
      this.#options.onEnd('it comes faster than it plays: a recording, not a live channel', true)
    track.frameTicks ??= part.frameTicks
    if (this.#cutter === undefined) {
      this.#pending.push({ track, part })
      if (this.#pending.length > maxPendingParts) this.#pending.shift()
      this.#tryOpen(false)
    } else this.#place(track, part)
  }

  /** Call it periodically: opens the epoch without a silent track, detects a source whose clock drifts away. */
  tick(): void {
    if (this.#cutter === undefined) this.#tryOpen(false)
    else if (this.#clock.hasDrifted(this.#options.clock()))
      this.#options.onEnd("the source's clock has drifted away")
  }

  /** The muxer has ended: the collected parts become the last segments. */
  end(): void {
    if (this.#cutter === undefined) this.#tryOpen(true)
    for (const segment of this.#cutter?.end() ?? []) this.#store(segment)
  }

  /** Settles when every append to the archive has been written or has failed. */
  async written(): Promise<void> {
    await Promise.allSettled(this.#writes)
  }

  /** Adds durations instead of comparing times: a source whose clock jumps is still live. */
  #isTooFast(nowMs: number, durationMs: number): boolean {
    this.#playedMs += Math.min(durationMs, longestPartMs)
    return this.#playedMs - (nowMs - (this.#firstPartAtMs ?? nowMs)) > maxAheadMs
  }

  /** Opens the epoch when every track has started, or its wait is over, and the clock is fixed. */
  #tryOpen(atEnd: boolean): void {
    const now = this.#options.clock()
    const first = this.#pending[0]
    if (first === undefined || this.#firstPartAtMs === undefined) return
    const started = this.#tracks.filter((track) => track.frameTicks !== undefined)
    const waited = now - this.#firstPartAtMs > trackWaitMs
    if (!atEnd && (!this.#clock.ready(now) || (started.length < this.#tracks.length && !waited))) return
    if (started.length === 0) return
    const { archive } = this.#options
    const begins = this.#pending.map(
      ({ track, part }) => (part.decodeTicks / describe(track).timescale) * 1000,
    )
    const beginMs = Math.min(...begins)
    const offsetMs = this.#clock.offsetMs ?? this.#clock.fix(now, beginMs, archive.endMs() ?? 0)
    this.#epoch = archive.openEpoch({
      beginMs: Math.round(beginMs + offsetMs),
      tracks: started.map((track) => epochTrack(track)),
    }).number
    this.#open = started
    started.forEach((track, place) => (track.place = place))
    if (started.length < this.#tracks.length) this.#options.onTrouble('a track of the source stays silent')
    this.#cutter = new Segmenter(started.length, (place, part, beginsMs) =>
      this.#announce(place, part, beginsMs),
    )
    const pending = this.#pending
    this.#pending = []
    for (const { track, part } of pending) this.#place(track, part)
  }

  #place(track: Track, part: Part): void {
    const offsetMs = this.#clock.offsetMs
    if (track.place === undefined || offsetMs === undefined || this.#cutter === undefined) return
    const { timescale } = describe(track)
    const addTicks = Math.round((offsetMs * timescale) / 1000)
    patchTfdt(part.bytes, { addTicks })
    const beginMs = ((part.decodeTicks + addTicks) / timescale) * 1000
    const endMs = beginMs + (part.durationTicks / timescale) * 1000
    const placed = { beginMs, endMs, startsWithSync: part.startsWithSync, bytes: part.bytes }
    for (const segment of this.#cutter.add(track.place, placed)) this.#store(segment)
  }

  /** The only function that has a part together with its segment; low-latency playback starts here. */
  #announce(place: number, part: PlacedPart, segmentStartMs: number): void {
    const track = this.#open[place]
    if (track === undefined) return
    const { beginMs, endMs, bytes, startsWithSync } = part
    this.#options.onPart?.({
      rendition: track.plan.rendition,
      epoch: this.#epoch,
      beginMs,
      endMs,
      independent: startsWithSync,
      bytes,
      segmentStartMs,
    })
  }

  #store(segment: CutSegment): void {
    const track = this.#open[segment.track]
    if (track === undefined) return
    const { onEnd, onSegment } = this.#options
    const { beginMs, durationMs, bytes } = segment
    const archive = this.#options.archive.rendition(track.plan.rendition)
    // The archive is ordered by time: a source that jumps back gets a new run.
    if (beginMs < (archive.endMs ?? 0) - 1) {
      if (this.#segments > 0) onEnd('the source went back in time')
      return
    }
    if (this.#unwrittenBytes > 0 && this.#unwrittenBytes + bytes.length > maxUnwrittenBytes)
      return onEnd('the disk does not keep up: recording continues when the pending data is written')
    this.#segments++
    this.#unwrittenBytes += bytes.length
    const write = archive
      .append({ beginMs, durationMs, epoch: this.#epoch, bytes })
      .then(() => onSegment({ endMs: beginMs + durationMs, bytes: bytes.length, epoch: this.#epoch }))
      .catch((error: unknown) => onEnd(whyNotWritten(error)))
      .finally(() => {
        this.#unwrittenBytes -= bytes.length
        this.#writes.delete(write)
      })
    this.#writes.add(write)
  }
}

function whyNotWritten(error: unknown): string {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return isFull
    ? 'the disk is full: recording continues when there is space'
    : `cannot write the archive: ${String(error)}`
}

function describe(track: Track): InitDescription {
  if (track.init === undefined) throw new Error('media before its init segment')
  return track.init.description
}

function epochTrack(track: Track): EpochTrack & { init: Buffer } {
  const { kind, codec, timescale, width, height, channels, language } = describe(track)
  const { plan } = track
  const spoken = languageCode(plan.language ?? language)
  const rate =
    kind === 'video' && track.frameTicks ? Math.round((timescale / track.frameTicks) * 1000) / 1000 : 0
  return {
    rendition: plan.rendition,
    kind: kind === 'video' ? 'video' : 'audio',
    codec,
    timescale,
    init: track.init?.bytes ?? Buffer.alloc(0),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(rate > 0 && rate <= 240 ? { frameRate: rate } : {}),
    ...(channels === undefined ? {} : { channels }),
    ...(kind === 'audio' && spoken !== 'und' ? { language: spoken, name: trackName(spoken, undefined) } : {}),
  }
}
