/** Turns AAC of a transport stream into fragments: raw frames without their ADTS headers. */
import * as adts from './adts.ts'
import { Scratch, type PartSink } from './fragments/media-part.ts'
import type { PesSink, PesStamps } from './demux/pes-reader.ts'
import { RecentCount } from './demux/recent-count.ts'
import { clockHz, type StreamOffset, type Timeline } from './demux/timestamp-unroller.ts'
import { UnsupportedStreamError } from './unsupported.ts'
import { startFragment } from './fragments/write-fragment.ts'
import { audioInit } from './fragments/write-init.ts'

const firstBytes = 16 * 1024
const maxBytes = 1024 * 1024
/** Limit for audio that waits for the first video frame: longer than any group of pictures. */
const maxWaitingFrames = 500
/** Timestamps may differ by less than a frame, so that a lost frame is detected. */
const jitterSamples = 768
/** Holes up to this are filled by extending the previous frame. */
const bridgedSec = 0.25
const minuteMs = 60_000
const { samplesPerFrame } = adts

export interface AudioTrackOptions extends PartSink {
  readonly timeline: Timeline
  readonly partMs: number
  readonly language?: string | undefined
  readonly now: () => number
  /** False when audio must wait for a video frame: `open` then sets the start time. */
  readonly isOpen: boolean
}

/** Throws UnsupportedStreamError when the audio cannot be passed through. One tick of a fragment is one sample. */
export class AudioTrack implements PesSink {
  readonly #options: AudioTrackOptions
  readonly #scratch = new Scratch(firstBytes, maxBytes)
  readonly #changes = new RecentCount(6, minuteMs)
  readonly #strikes = new RecentCount(20, minuteMs)
  readonly #place: StreamOffset = { due: undefined, atMs: 0 }
  #isOpen: boolean
  #format: adts.AudioFormat | undefined
  /** Another format that was seen once, which may be an error. */
  #otherKey: number | undefined
  /** Data is ignored until a packet with a timestamp. */
  #isLost = true
  /** The timestamp of the first frame that begins at or after `#stampedAt`. */
  #stamp: number | undefined
  #stampedAt = 0
  /** Everything before this offset is processed. */
  #read = 0
  /** The presentation time of the next frame, in samples. */
  #next: number | undefined
  #sequence = 0
  /** The frames of the current part: its start, and the offset, size and duration of each frame. */
  #start = 0
  #starts: number[] = []
  #sizes: number[] = []
  #durations: number[] = []

  constructor(options: AudioTrackOptions) {
    this.#options = options
    this.#isOpen = options.isOpen
  }

  /** The first video frame has this time (ticks of the timeline): audio before it is dropped. */
  open(ticks: number): void {
    if (this.#isOpen) return
    this.#isOpen = true
    if (this.#format === undefined) return
    const from = Math.round((ticks * this.#format.sampleRate) / clockHz)
    while (this.#durations.length > 0 && this.#start + (this.#durations[0] ?? 0) <= from) this.#forgetFirst()
    this.#giveFull()
  }

  start(stamps: PesStamps): void {
    this.#readFrames()
    // Without a timestamp of its own it continues the previous packet.
    if (stamps.pts === undefined) return
    const { timeline, now } = this.#options
    if (this.#isLost) this.#scratch.length = this.#read
    this.#isLost = false
    this.#stamp = timeline.place(this.#place, stamps.pts, now())
    this.#stampedAt = this.#scratch.length
  }

  data(bytes: Uint8Array, from: number, to: number): void {
    if (this.#isLost) return
    if (!this.#scratch.add(bytes, from, to)) this.#lose()
  }

  complete(): void {
    this.#readFrames()
  }

  tear(): void {
    this.#readFrames()
    this.#lose()
  }

  /** Outputs the collected frames as a part; an incomplete frame stays. */
  flush(): void {
    if (this.#isOpen) this.#give(this.#starts.length)
    else this.#dropFrames()
  }

  /** Drops incomplete data and waits for a packet with a timestamp. */
  #lose(): void {
    this.#scratch.length = this.#read
    this.#stamp = undefined
    this.#isLost = true
  }

  #readFrames(): void {
    const { bytes } = this.#scratch
    while (!this.#isLost && this.#read + adts.adtsHeader <= this.#scratch.length) {
      const at = this.#read
      if (!adts.isAdts(bytes, at)) {
        this.#search()
        continue
      }
      const size = adts.frameBytes(bytes, at)
      if (at + size > this.#scratch.length) break
      this.#read = at + size
      if (this.#isExpected(bytes, at)) this.#take(at, size)
    }
    const { due } = this.#place
    if (this.#next !== undefined && this.#format !== undefined) {
      const ticks = (this.#next * clockHz) / this.#format.sampleRate
      if (due === undefined || ticks > due) this.#options.timeline.advance(this.#place, Math.round(ticks))
    }
    this.#giveFull()
    this.#compact()
  }

  /** Moves to the next possible header. */
  #search(): void {
    this.#strikes.add(this.#options.now())
    if (this.#strikes.isTooMany) throw new UnsupportedStreamError('its audio is not AAC in ADTS frames')
    const syncAt = this.#scratch.bytes.subarray(0, this.#scratch.length).indexOf(0xff, this.#read + 1)
    this.#read = syncAt < 0 ? this.#scratch.length : syncAt
  }

  /** False for a frame of another format, unless it is the second one in a row. */
  #isExpected(bytes: Buffer, at: number): boolean {
    const key = adts.formatKey(bytes, at)
    if (key === this.#format?.key) {
      this.#otherKey = undefined
      return true
    }
    if (this.#format !== undefined && this.#otherKey !== key) {
      this.#otherKey = key
      return false
    }
    const format = adts.readAudioFormat(bytes, at)
    if (format === undefined)
      throw new UnsupportedStreamError('its audio describes its channels only inside the frames')
    this.#changes.add(this.#options.now())
    if (this.#changes.isTooMany) throw new UnsupportedStreamError('its audio format changes all the time')
    this.flush()
    if (this.#next !== undefined)
      this.#next = Math.round(
        (this.#next * format.sampleRate) / (this.#format?.sampleRate ?? format.sampleRate),
      )
    this.#format = format
    const { sampleRate, channels, config } = format
    const track = { timescale: sampleRate, channels, sampleRate, configuration: config }
    this.#options.onInit(audioInit({ ...track, language: this.#options.language }))
    return true
  }

  #take(at: number, size: number): void {
    if (adts.blocksIn(this.#scratch.bytes, at) !== 1)
      throw new UnsupportedStreamError('its audio has several blocks in a frame')
    if (this.#stamp !== undefined && at >= this.#stampedAt) {
      const isLate = this.#align(this.#stamp)
      if (isLate) return
      this.#stamp = undefined
    }
    if (this.#next === undefined) return
    if (this.#starts.length === 0) this.#start = this.#next
    const header = adts.headerBytes(this.#scratch.bytes, at)
    this.#starts.push(at + header)
    this.#sizes.push(size - header)
    this.#durations.push(samplesPerFrame)
    this.#next += samplesPerFrame
    if (!this.#isOpen && this.#starts.length > maxWaitingFrames) this.#dropFrames()
  }

  /** Compares the next frame with its timestamp. True when this time is in the past: the frame must be dropped. */
  #align(stamp: number): boolean {
    const rate = this.#format?.sampleRate ?? clockHz
    const dueSample = Math.round((stamp * rate) / clockHz)
    const ahead = dueSample - (this.#next ?? dueSample)
    if (this.#next !== undefined && Math.abs(ahead) <= jitterSamples) return false
    if (ahead < 0) {
      // The frame after the dropped one is one frame later.
      this.#stamp = stamp + (samplesPerFrame * clockHz) / rate
      return true
    }
    const last = this.#durations.length - 1
    if (last >= 0 && ahead <= rate * bridgedSec) this.#durations[last] = (this.#durations[last] ?? 0) + ahead
    else this.flush()
    this.#next = dueSample
    return false
  }

  /** Outputs parts while there is enough data for one. */
  #giveFull(): void {
    if (!this.#isOpen || this.#format === undefined) return
    const longest = (this.#options.partMs * this.#format.sampleRate) / 1000
    for (;;) {
      let [count, duration] = [0, 0]
      while (count < this.#durations.length && duration <= longest - samplesPerFrame)
        duration += this.#durations[count++] ?? 0
      if (count === 0 || duration <= longest - samplesPerFrame) break
      this.#give(count)
    }
  }

  #give(count: number): void {
    const first = this.#starts[0]
    if (first === undefined || count === 0) return
    const durations = this.#durations.splice(0, count)
    const sizes = this.#sizes.splice(0, count)
    const starts = this.#starts.splice(0, count)
    const durationTicks = durations.reduce((sum, duration) => sum + duration, 0)
    const decodeTicks = this.#start
    this.#start += durationTicks
    const { bytes, bodyAt } = startFragment(++this.#sequence, decodeTicks, { durations, sizes })
    let at = bodyAt
    for (const [index, start] of starts.entries())
      at += this.#scratch.bytes.copy(bytes, at, start, start + (sizes[index] ?? 0))
    const frameTicks = samplesPerFrame
    this.#options.onPart({ bytes, decodeTicks, durationTicks, startsWithSync: true, frameTicks })
  }

  #forgetFirst(): void {
    this.#start += this.#durations.shift() ?? 0
    this.#starts.shift()
    this.#sizes.shift()
  }

  #dropFrames(): void {
    this.#starts = []
    this.#sizes = []
    this.#durations = []
  }

  /** Moves the remaining data to the start of the buffer. */
  #compact(): void {
    const from = this.#starts[0] ?? this.#read
    if (from === 0) return
    this.#scratch.drop(from)
    this.#read -= from
    this.#stampedAt -= from
    for (let index = 0; index < this.#starts.length; index++)
      this.#starts[index] = (this.#starts[index] ?? 0) - from
  }
}
