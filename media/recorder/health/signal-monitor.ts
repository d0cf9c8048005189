/** Checks a recorded channel from time to time, using the newest segments of its archive, and measures its loudness. */
import { firstFragment } from '#media/containers/boxes.ts'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { ChannelLoudnessMeter } from '#media/loudness/channel-loudness.ts'
import type { SignalInspector, Sample } from './signal-inspector.ts'
import { isFault, SignalClassifier, type SignalState, type SignalSettings } from './signal-rules.ts'

type WatchedArchive = Pick<
  ChannelArchive,
  'dir' | 'renditions' | 'window' | 'endMs' | 'segmentBytes' | 'initBytes'
>

export interface SignalMonitorOptions {
  readonly archive: WatchedArchive
  readonly inspector: Pick<SignalInspector, 'look' | 'slates'>
  readonly settings: SignalSettings
  readonly loudness: Pick<ChannelLoudnessMeter, 'add' | 'begin'>
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly onSignal: (signalState: SignalState) => void
}

const defaultEveryMs = 20_000
/** The interval while something looks wrong. */
const suspiciousEveryMs = 4000
/** Between measurements of the loudness of a channel that is not checked. */
const onlyLoudnessEveryMs = 60_000
/** Older segments do not show the current signal. */
const recentMs = 40_000

export class SignalMonitor {
  readonly #options: SignalMonitorOptions
  #judge: SignalClassifier
  #timer: NodeJS.Timeout | undefined
  #lastStartMs: number | undefined
  /** Where the data of the current source begins on the timeline: older segments show another source. */
  #sourceFromMs = 0
  #closed = false

  constructor(options: SignalMonitorOptions) {
    this.#options = options
    this.#judge = new SignalClassifier(options.settings)
    // Channels that start together are not checked at the same time.
    const every = this.#everyMs
    this.#plan(Math.round(every * (0.5 + spread(options.archive.dir) / 2)))
  }

  get signalState(): SignalState {
    return this.#judge.signalState
  }

  /** Called when another source is recorded from now on, once everything of the previous one is in the archive. */
  forget(source: { readonly url: string }): void {
    this.#sourceFromMs = this.#options.archive.endMs() ?? 0
    this.#judge = new SignalClassifier(this.#options.settings)
    this.#options.loudness.begin(source.url)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  get #everyMs(): number {
    const { isOff, everyMs } = this.#options.settings
    return isOff === true ? onlyLoudnessEveryMs : (everyMs ?? defaultEveryMs)
  }

  #plan(ms: number): void {
    if (this.#closed) return
    this.#timer = setTimeout(() => {
      void this.#look()
        .catch(() => undefined)
        .finally(() => {
          const isWrong = this.#judge.suspects || !['ok', 'unknown'].includes(this.#judge.signalState)
          this.#plan(isWrong ? Math.min(suspiciousEveryMs, this.#everyMs) : this.#everyMs)
        })
    }, ms)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    const { inspector, clock, onSignal, loudness, settings } = this.#options
    const judge = this.#judge
    const sample = await this.#newest()
    if (sample === undefined) return
    const { loudness: piece, ...seen } = await inspector.look(sample, judge.suspects)
    if (settings.isOff === true) {
      if (piece !== undefined && !this.#closed && this.#judge === judge) loudness.add(piece, clock())
      return
    }
    const slates = await inspector.slates()
    // A look may last seconds on a busy machine, and the source may have changed meanwhile.
    if (this.#closed || this.#judge !== judge) return
    if (seen.thumb === undefined && seen.volumeDb === undefined) return
    const before = judge.signalState
    const signalState = judge.add({ ...seen, atMs: clock() }, slates)
    // A slate often has a test tone, and checks come more often while something seems wrong.
    if (piece !== undefined && !judge.suspects && !isFault(signalState)) loudness.add(piece, clock())
    if (signalState !== before) onSignal(signalState)
  }

  /** The first fragment of the newest video segment, and the newest audio segment. */
  async #newest(): Promise<Sample | undefined> {
    const { archive, clock } = this.#options
    const now = clock()
    const renditions = archive.renditions(now - recentMs, now)
    const idOf = (kind: 'video' | 'audio') =>
      // The smallest of several renditions costs the least to decode.
      renditions.findLast((one) => one.kind === kind)?.id
    const isChecked = this.#options.settings.isOff !== true
    const video = isChecked ? await this.#segment(idOf('video'), now) : undefined
    const audio = await this.#segment(renditions.find((one) => one.kind === 'audio')?.id, now)
    const beginMs = (video ?? audio)?.beginMs
    if (beginMs === undefined || beginMs === this.#lastStartMs) return undefined
    this.#lastStartMs = beginMs
    return {
      ...(video === undefined ? {} : { video: Buffer.concat([video.init, firstFragment(video.bytes)]) }),
      ...(audio === undefined ? {} : { audio: Buffer.concat([audio.init, audio.bytes]) }),
    }
  }

  async #segment(rendition: string | undefined, now: number) {
    if (rendition === undefined) return undefined
    const { archive } = this.#options
    const fromMs = Math.max(now - recentMs, this.#sourceFromMs)
    const last = archive.window(rendition, fromMs, now).findLast((one) => !one.gap && one.beginMs >= fromMs)
    if (last === undefined) return undefined
    const bytes = await archive.segmentBytes(rendition, last.beginMs, 1)
    const init = await archive.initBytes(rendition, last.initKey)
    return bytes === undefined || init === undefined ? undefined : { beginMs: last.beginMs, bytes, init }
  }
}

/** Maps a name to a fixed fraction between 0 and 1. */
function spread(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum / 9973
}
