/** Watching: playlists and segments at the times at which a player needs them, and how late they were. */
import type { Ending } from './ending.ts'
import { readPlaylist, tracksOf, type MediaPlaylist } from './hls.ts'
import type { Requests } from './requests.ts'
import type { Tally } from './tally.ts'

/** Playback starts when this much is loaded, and loads this far ahead. */
const startBufferSec = 4
const aheadSec = 12
/** From the live edge, in segments: as players start. */
const edgeSegments = 3
const shortestStallMs = 250
const maxTurns = 5000

interface Watching {
  readonly requests: Requests
  readonly tally: Tally
  readonly from: string
  /** Aborted by the next channel and by the end. */
  readonly ending: Ending
}

/** Plays the stream of a master playlist until it ends. Lost responses are counted, never thrown. */
export async function watch(watching: Watching, masterAddress: string): Promise<void> {
  const { requests, from } = watching
  const master = await requests.ask('playlist (master)', masterAddress, { from })
  if (master === undefined || master.status !== 200) return
  const tracks = tracksOf(master.text, new URL(masterAddress, requests.origin).href)
  await Promise.all(tracks.map((track) => playTrack(watching, track)))
}

/** The buffer of one track: what was loaded, against the clock of its playback. */
class Buffer {
  readonly #tally: Tally
  #startedAtMs: number | undefined
  #loadedSec = 0

  constructor(tally: Tally) {
    this.#tally = tally
  }

  aheadSec(nowMs: number): number {
    if (this.#startedAtMs === undefined) return this.#loadedSec
    return this.#loadedSec - (nowMs - this.#startedAtMs) / 1000
  }

  /** A segment has arrived: playback starts, goes on, or has waited for it. */
  add(durationSec: number, nowMs: number): void {
    this.#tally.segments += 1
    const lateMs = -this.aheadSec(nowMs) * 1000
    if (this.#startedAtMs !== undefined && lateMs > shortestStallMs) {
      this.#tally.stalls += 1
      this.#tally.stalledMs += lateMs
    }
    if (this.#startedAtMs !== undefined && lateMs > 0) this.#startedAtMs += lateMs
    this.#loadedSec += durationSec
    if (this.#loadedSec >= startBufferSec) this.#startedAtMs ??= nowMs
  }
}

async function playTrack({ requests, tally, from, ending }: Watching, address: string): Promise<void> {
  const buffer = new Buffer(tally)
  let next: number | undefined
  for (let turn = 0; turn < maxTurns && !ending.isOver; turn += 1) {
    const beganAtMs = performance.now()
    const received = await requests.ask('playlist (media)', address, { from })
    if (received === undefined || received.status !== 200) return
    const playlist = readPlaylist(received.text, address)
    next ??= firstOf(playlist)
    for (const [index, segment] of playlist.segments.entries()) {
      if (ending.isOver) return
      if (playlist.firstNumber + index < next) continue
      await ending.sleep((buffer.aheadSec(performance.now()) - aheadSec) * 1000)
      const loaded = await requests.ask('segment', segment.address, { from, isHead: true })
      if (loaded === undefined || loaded.status >= 300) continue
      next = playlist.firstNumber + index + 1
      buffer.add(segment.durationSec, performance.now())
    }
    if (playlist.isComplete) return
    await ending.sleep(playlist.targetSec * 1000 - (performance.now() - beganAtMs))
  }
}

function firstOf({ segments, firstNumber, isComplete }: MediaPlaylist): number {
  return isComplete ? firstNumber : firstNumber + Math.max(0, segments.length - edgeSegments)
}
