/**
 * A source that runs in parallel to the recorded one and is not written: it must prove healthy before the switch, and
 * the switch must lose no data. It buffers everything since the last key frame of each track.
 */
import type { InitDescription } from '#media/containers/init-segment.ts'
import type { Part } from '#media/recorder/ingest/fragment-reader.ts'
import type { Muxer, MuxerEnd, MuxerEvents, MuxerTrack } from '#media/recorder/ingest/muxer.ts'
import type { Sample } from '#media/recorder/health/signal-inspector.ts'

/** More than a group of pictures of any source at 400 ms per part. */
const maxParts = 400

interface BufferedPart {
  readonly track: number
  readonly part: Part
}

export class StandbySource {
  readonly ended: Promise<MuxerEnd>
  readonly #muxer: Muxer
  readonly #listener: () => void
  readonly #inits = new Map<number, { bytes: Buffer; description: InitDescription }>()
  #tracks: readonly MuxerTrack[] = []
  #parts: BufferedPart[] = []
  #begins = 0
  #isHandedOver = false
  #taker: MuxerEvents | undefined

  /** Starts at once. `onChange` is called for every part, until the recorder takes it over. */
  constructor(start: (events: MuxerEvents) => Muxer, onChange: () => void) {
    this.#listener = onChange
    this.#muxer = start({
      onTracks: (tracks) => {
        this.#tracks = tracks
        // A new configuration: the buffered parts of the previous one cannot be decoded with it.
        this.#inits.clear()
        this.#parts = []
        this.#taker?.onTracks(tracks)
      },
      onInit: (track, init) => {
        this.#inits.set(track, init)
        this.#taker?.onInit(track, init)
      },
      onPart: (track, part) => this.#arrive(track, part),
      onTrouble: (words) => this.#taker?.onTrouble(words),
    })
    this.ended = this.#muxer.ended
  }

  /** Every track has started, and the first one begins with a key frame. */
  get delivers(): boolean {
    const tracks = new Set(this.#parts.map(({ track }) => track))
    return this.#parts[0]?.part.startsWithSync === true && tracks.size === this.#tracks.length
  }

  /** Counts the positions at which it can be taken over without earlier data. */
  get begins(): number {
    return this.#begins
  }

  /** Its newest key frame and its newest audio. */
  sample(): Sample {
    const video = this.#parts.find(({ track }) => this.#kindOf(track) === 'video')
    const audio = this.#parts.findLast(({ track }) => this.#kindOf(track) === 'audio')
    return { ...this.#playable('video', video), ...this.#playable('audio', audio) }
  }

  /** Buffers everything from now on: the takeover follows at once. */
  hold(): void {
    this.#isHandedOver = true
  }

  /** Takes it over: delivers the buffered parts now, everything else as it arrives. Call it once. */
  readonly takeOver = (events: MuxerEvents): Muxer => {
    this.#taker = events
    events.onTracks(this.#tracks)
    for (const [track, init] of this.#inits) events.onInit(track, init)
    const parts = this.#parts
    this.#parts = []
    for (const { track, part } of parts) events.onPart(track, part)
    return this.#muxer
  }

  async drop(): Promise<void> {
    this.#muxer.kill()
    await this.#muxer.ended
  }

  #arrive(track: number, part: Part): void {
    if (this.#taker !== undefined) return this.#taker.onPart(track, part)
    const isLead = this.#kindOf(track) === 'video' || !this.#hasVideo()
    if (track === 0 && isLead && part.startsWithSync && !this.#isHandedOver) {
      // Audio buffered with the former video starts too early: the newest of each track is enough.
      const newest = new Map(this.#parts.filter((one) => one.track !== 0).map((one) => [one.track, one]))
      this.#parts = [...newest.values()]
      this.#parts.unshift({ track, part })
      this.#begins++
    } else this.#parts.push({ track, part })
    if (this.#parts.length > maxParts) this.#parts.splice(1, 1)
    this.#listener()
  }

  #hasVideo(): boolean {
    return [...this.#inits.values()].some(({ description }) => description.kind === 'video')
  }

  #kindOf(track: number): string | undefined {
    return this.#inits.get(track)?.description.kind
  }

  #playable(name: 'video' | 'audio', first: BufferedPart | undefined): Sample {
    const init = first === undefined ? undefined : this.#inits.get(first.track)
    if (first === undefined || init === undefined || !first.part.startsWithSync) return {}
    return { [name]: Buffer.concat([init.bytes, first.part.bytes]) }
  }
}
