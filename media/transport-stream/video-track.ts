/** Turns H.264 of a transport stream into fragments: access units with lengths instead of start codes. */
import { findUnits, readAccessUnit, UnitTable, type AccessUnit } from './h264/access-unit.ts'
import { nalTypes, type SequenceParameters } from './h264/h264.ts'
import { maxSampleSec, Scratch, type PartSink } from './fragments/media-part.ts'
import { ParameterSets } from './h264/parameter-sets.ts'
import type { PesSink, PesStamps } from './demux/pes-reader.ts'
import { FrameBatch } from './frame-batch.ts'
import { RecentCount } from './demux/recent-count.ts'
import { clockHz, stampDistance, type StreamOffset, type Timeline } from './demux/timestamp-unroller.ts'
import { UnsupportedStreamError } from './unsupported.ts'
import { videoInit } from './fragments/write-init.ts'

const firstBytes = 256 * 1024
/** A second of 4K at a hundred megabits. */
const maxBytes = 16 * 1024 * 1024
const maxPictures = 512
const defaultTicks = clockHz / 25
/** Maximum distance between decode and presentation time; a larger one is invalid. */
const maxOffsetTicks = 10 * clockHz
/** How much longer a part may be than requested, because of rounded timestamps. */
const slackTicks = 2
const minuteMs = 60_000

export interface VideoTrackOptions extends PartSink {
  readonly timeline: Timeline
  readonly partMs: number
  readonly language?: string | undefined
  readonly now: () => number
  /** Why such video is not accepted, as text. */
  readonly judge: (sps: SequenceParameters) => string | undefined
  /** Called with the time of the first frame; audio before it has no video. Ticks of the timeline. */
  readonly onStart: (ticks: number) => void
}

/** Throws UnsupportedStreamError when the frames cannot be passed through. */
export class VideoTrack implements PesSink {
  readonly #options: VideoTrackOptions
  readonly #scratch = new Scratch(firstBytes, maxBytes)
  readonly #units = new UnitTable()
  readonly #batch = new FrameBatch()
  readonly #parameters = new ParameterSets()
  readonly #changes = new RecentCount(6, minuteMs)
  readonly #strikes = new RecentCount(2, minuteMs)
  readonly #place: StreamOffset = { due: undefined, atMs: 0 }
  /** The frame that is being received. */
  #open: { from: number; readonly dts: number; readonly pts: number } | undefined
  #isTorn = false
  #isOvertaken = false
  #lastDts: number | undefined
  #defaultTicks = defaultTicks
  /** From the first frame's decode time to its presentation time: parts begin at their presentation time. */
  #shift: number | undefined
  #sequence = 0

  constructor(options: VideoTrackOptions) {
    this.#options = options
  }

  get hasStarted(): boolean {
    return this.#shift !== undefined
  }

  start(stamps: PesStamps): void {
    const { pts, dts } = stamps
    // Without a timestamp of its own it continues the previous frame.
    if (pts === undefined || dts === undefined) return
    const { timeline, now } = this.#options
    const placed = timeline.place(this.#place, dts, now())
    // It arrived too late: later frames are in the stream already.
    const isLate = this.#lastDts !== undefined && placed <= this.#lastDts
    this.#isOvertaken = isLate && (this.#isOvertaken || stamps.afterLoss)
    if (this.#isOvertaken) {
      this.#isTorn = true
      return
    }
    const decode = Math.max(placed, (this.#lastDts ?? placed - 1) + 1)
    const offset = stampDistance(dts, pts)
    this.#finish(decode)
    if (stamps.randomAccess) this.flush()
    const passed = decode - (this.#lastDts ?? decode)
    if (passed > slackTicks && passed <= clockHz * maxSampleSec) this.#defaultTicks = passed
    this.#lastDts = decode
    timeline.advance(this.#place, decode + this.#defaultTicks)
    const show = placed + (Math.abs(offset) > maxOffsetTicks ? 0 : offset)
    this.#open = { from: this.#scratch.length, dts: decode, pts: show }
    this.#isTorn = false
  }

  data(bytes: Uint8Array, from: number, to: number): void {
    if (this.#open === undefined || this.#isTorn) return
    if (!this.#scratch.add(bytes, from, to)) this.#isTorn = true
  }

  /** The duration of a frame is only known when the next one begins. */
  complete(): void {}

  tear(): void {
    this.#isTorn = true
  }

  /** Outputs the collected frames as a part. The frame that is being received stays. */
  flush(): void {
    if (this.#batch.count === 0) return
    const part = this.#batch.take(this.#scratch.bytes, ++this.#sequence, this.#shift ?? 0)
    const keepFrom = this.#open?.from ?? this.#scratch.length
    this.#scratch.drop(keepFrom)
    if (this.#open !== undefined) this.#open.from = 0
    this.#options.onPart(part)
  }

  /** The received frame is complete, unless data was lost; the next one is decoded at `nextDts`. */
  #finish(nextDts: number): void {
    const open = this.#open
    if (open === undefined) return
    const isTaken = !this.#isTorn && this.#take(open, nextDts)
    this.#open = undefined
    if (!isTaken) this.#scratch.length = open.from
    const { count, durationTicks } = this.#batch
    const longest = (this.#options.partMs * clockHz) / 1000 + slackTicks
    if (durationTicks + this.#defaultTicks > longest || count >= maxPictures) this.flush()
  }

  #take(open: { from: number; readonly dts: number; readonly pts: number }, nextDts: number): boolean {
    const sps = this.#scratch.bytes.subarray(open.from, this.#scratch.length)
    findUnits(sps, this.#units)
    this.#readParameters(sps)
    const about = readAccessUnit(sps, this.#units, this.#parameters.about)
    if (!about.hasSlices || !this.#canCarry(about)) return false
    const { isSync } = about
    if (!this.hasStarted && !(isSync && this.#parameters.isNew)) return false
    // From here on the frame's bytes may move: a flush removes what is before them.
    if (isSync || this.#batch.isHoleBefore(open.dts)) this.flush()
    if (isSync && this.#parameters.isNew) this.#configure()
    if (this.#shift === undefined) {
      this.#shift = open.pts - open.dts
      this.#options.onStart(open.pts)
    }
    const isLong = nextDts - open.dts > clockHz * maxSampleSec
    this.#batch.add({ ...open, isSync }, this.#units, isLong ? this.#defaultTicks : nextDts - open.dts)
    return true
  }

  #readParameters(sps: Buffer): void {
    for (let unit = 0; unit < this.#units.count; unit++) {
      const [from = 0, to = 0] = [this.#units.places[unit * 2], this.#units.places[unit * 2 + 1]]
      const type = (sps[from] ?? 0) & 31
      if (type === nalTypes.sps) this.#parameters.addSequence(sps.subarray(from, to))
      else if (type === nalTypes.pps) this.#parameters.addPps(sps.subarray(from, to))
    }
  }

  #canCarry(about: AccessUnit): boolean {
    if (!about.isField && about.pictures === 1) return true
    // A damaged frame causes this once; if it repeats, the stream is really like this.
    this.#strikes.add(this.#options.now())
    if (this.#strikes.isTooMany)
      throw new UnsupportedStreamError(
        about.isField ? 'its pictures are interlaced fields' : 'its pictures and packets do not go together',
      )
    return false
  }

  #configure(): void {
    this.#changes.add(this.#options.now())
    if (this.#changes.isTooMany) throw new UnsupportedStreamError('its parameters change all the time')
    const { about } = this.#parameters
    const configuration = this.#parameters.configure()
    if (about === undefined || configuration === undefined) return
    const unwanted = this.#options.judge(about)
    if (unwanted !== undefined) throw new UnsupportedStreamError(unwanted)
    const { width, height, pixelAspect } = about
    const { language } = this.#options
    const track = { timescale: clockHz, language, width, height, pixelAspect, configuration }
    this.#options.onInit(videoInit(track))
  }
}
