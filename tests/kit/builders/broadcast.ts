/**
 * A recorded channel without a recorder: synthetic parts through the real cutter into a real archive and into the ring
 * of parts, on its own clock, with outages and stream changes from a seed. The bytes mean nothing.
 */
import { randomFrom, whole } from '#db/demo/painting/random.ts'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { LiveNumbering } from '#media/origin/playlists/live-numbering.ts'
import { LiveParts } from '#media/origin/playlists/live-parts.ts'
import { LowLatencyChannel } from '#media/origin/playlists/low-latency.ts'
import { Segmenter, type CutSegment } from '#media/recorder/writer/segmenter.ts'

export const renditions = ['v', 'a0'] as const
const frameMs = 40
/** The disk is never further behind than this. */
const stepMs = 2000
const meanBetweenOutagesMs = 150_000
/** A frame of AAC at 48 kHz. */
const audioFrameMs = 1024 / 48

export interface BroadcastOptions {
  readonly dir: string
  readonly seed: number
  readonly beginMs: number
  readonly archiveMs: number
  readonly partMs: number
  /** Frames between two key frames, 40 ms each. */
  readonly groupFrames: number
}

/** One track's clock: what it has sent, and the size of a part. */
interface Sender {
  atMs: number
  frames: number
}

export class MadeUpBroadcast {
  readonly archive: ChannelArchive
  readonly numbering = new LiveNumbering()
  readonly lowLatency: LowLatencyChannel
  nowMs: number
  readonly #options: BroadcastOptions
  readonly #random: () => number
  readonly #writes: Promise<void>[] = []
  #cutter: Segmenter | undefined
  #senders: [Sender, Sender] = [
    { atMs: 0, frames: 0 },
    { atMs: 0, frames: 0 },
  ]
  #epoch = { number: 0, beginMs: 0 }
  #awayUntilMs: number
  #configuration = 0
  outages = 0

  constructor(options: BroadcastOptions) {
    this.#options = options
    this.#random = randomFrom(options.seed)
    this.nowMs = options.beginMs
    this.#awayUntilMs = options.beginMs
    const clock = (): number => this.nowMs
    this.archive = new ChannelArchive({ dir: options.dir, archiveMs: options.archiveMs, clock })
    const parts = new LiveParts(clock)
    this.lowLatency = new LowLatencyChannel({ timeline: this.archive, numbering: this.numbering, parts })
  }

  /** Advances the time; what was sent meanwhile is received, cut and written. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) await this.#step(Math.min(left, stepMs))
  }

  async #step(ms: number): Promise<void> {
    await Promise.all(this.#writes.splice(0))
    this.nowMs += ms
    if (this.#cutter === undefined && this.nowMs >= this.#awayUntilMs) this.#begin()
    else if (this.#cutter !== undefined && whole(this.#random, 0, meanBetweenOutagesMs) < ms) this.#fail()
    this.#send()
    // Now and then a playlist is requested before the last segment is on disk.
    if (whole(this.#random, 0, 3) > 0) await Promise.all(this.#writes.splice(0))
  }

  async close(): Promise<void> {
    await Promise.all(this.#writes.splice(0))
    await this.archive.close()
  }

  #begin(): void {
    if (whole(this.#random, 0, 3) === 0) this.#configuration++
    const beginMs = Math.max(this.nowMs, this.archive.endMs() ?? 0)
    const init = Buffer.from(`init ${this.#configuration}`)
    const tracks = renditions.map((rendition) => ({
      rendition,
      kind: rendition === 'v' ? ('video' as const) : ('audio' as const),
      codec: rendition === 'v' ? 'avc1.64001F' : 'mp4a.40.2',
      timescale: rendition === 'v' ? 90_000 : 48_000,
      ...(rendition === 'v' ? { width: 640, height: 360, frameRate: 25 } : { channels: 2, language: 'ru' }),
      init,
    }))
    this.#epoch = this.archive.openEpoch({ beginMs, tracks })
    this.#senders = [
      { atMs: beginMs, frames: 0 },
      { atMs: beginMs + 7, frames: 0 },
    ]
    this.#cutter = new Segmenter(2, (track, part, segmentStartMs) =>
      this.lowLatency.parts.add(
        {
          rendition: renditions[track] ?? 'v',
          epoch: this.#epoch.number,
          beginMs: part.beginMs,
          endMs: part.endMs,
          independent: part.startsWithSync,
          bytes: part.bytes,
          segmentStartMs,
        },
        this.#epoch.beginMs,
      ),
    )
  }

  #fail(): void {
    this.outages++
    for (const segment of this.#cutter?.end() ?? []) this.#store(segment)
    this.#cutter = undefined
    this.#awayUntilMs = this.nowMs + whole(this.#random, 300, 50_000)
  }

  #send(): void {
    const cutter = this.#cutter
    if (cutter === undefined) return
    const { partMs, groupFrames } = this.#options
    const [video, sound] = this.#senders
    const inPart = Math.ceil(partMs / frameMs)
    for (let moved = true; moved;) {
      moved = false
      const group = video.frames % groupFrames
      const frames = Math.min(inPart, groupFrames - group)
      if (video.atMs + frames * frameMs <= this.nowMs) {
        moved = true
        this.#put(cutter, 0, video, frames * frameMs, group === 0)
        video.frames += frames
      }
      const soundMs = Math.ceil(partMs / audioFrameMs) * audioFrameMs
      if (sound.atMs + soundMs <= this.nowMs) {
        moved = true
        this.#put(cutter, 1, sound, soundMs, true)
      }
    }
  }

  #put(cutter: Segmenter, track: number, sender: Sender, ms: number, startsWithSync: boolean): void {
    const endMs = sender.atMs + ms
    const bytes = Buffer.from(`${track} ${sender.atMs}`)
    for (const segment of cutter.add(track, { beginMs: sender.atMs, endMs, startsWithSync, bytes }))
      this.#store(segment)
    sender.atMs = endMs
  }

  #store({ track, beginMs, durationMs, bytes }: CutSegment): void {
    const archive = this.archive.rendition(renditions[track] ?? 'v')
    this.#writes.push(archive.append({ beginMs, durationMs, epoch: this.#epoch.number, bytes }))
  }
}
