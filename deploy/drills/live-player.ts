/** A player at the live edge: what it asks for, and how long its edge stood still. */
import type { Ending } from '#bench/crowd/ending.ts'
import { readPlaylist, tracksOf } from '#bench/crowd/hls.ts'
import type { Requests } from '#bench/crowd/requests.ts'

/** Of all players together. */
export interface LiveFigures {
  updates: number
  /** The longest time between two moves of the edge, beyond the length of a segment. */
  longestGapMs: number
  /** How often playback waited for more than a second, with a buffer of three segments. */
  stalls: number
  longestStallMs: number
  segments: number
}

interface Player {
  readonly requests: Requests
  readonly ending: Ending
  readonly channels: readonly number[]
}

interface Viewer {
  readonly token: string
  readonly from: string
  readonly live: LiveFigures
}

const stallMs = 1000
/** A new address every half minute: the address comes from a process with the API, the rest from the recorder. */
const addressEveryMs = 30_000
const lookEveryMs = 500
/** The first look at a playlist says nothing about its edge. */
const maxTurns = 100_000

/** Plays channels, one after the other, until the end. */
export async function playLive({ requests, ending, channels }: Player, viewer: Viewer): Promise<void> {
  const { token, from } = viewer
  for (let turn = 0; turn < maxTurns && !ending.isOver; turn += 1) {
    const cid = channels[turn % channels.length] ?? 0
    const address = `/middleware/channel/url?cid=${cid}&beats=1`
    const received = await requests.ask('channel address', address, { token, from })
    const url = /"url":"([^"]+)"/.exec(received?.text ?? '')?.[1]
    if (url === undefined) await ending.sleep(lookEveryMs)
    else await playOne({ requests, ending, channels }, viewer, JSON.parse(`"${url}"`) as string)
  }
}

async function playOne({ requests, ending }: Player, { from, live }: Viewer, address: string): Promise<void> {
  const master = await requests.ask('playlist', address, { from })
  const [track] = tracksOf(master?.text ?? '', new URL(address, requests.origin).href)
  if (track === undefined) return void (await ending.sleep(lookEveryMs))
  const untilMs = performance.now() + addressEveryMs
  const buffer = new Buffered(live)
  let edge: number | undefined
  let movedAtMs = 0
  while (performance.now() < untilMs && !ending.isOver) {
    const text = (await requests.ask('playlist', track, { from }))?.text ?? ''
    const { segments, firstNumber } = readPlaylist(text, track)
    const [last, nowMs] = [segments.at(-1), performance.now()]
    const newest = firstNumber + segments.length
    if (last !== undefined && newest !== edge) {
      const loaded = await requests.ask('segment', last.address, { from, isHead: true })
      if (loaded !== undefined) live.segments += 1
      const added = edge === undefined ? startSegments : newest - edge
      buffer.add(segments.slice(-added).reduce((sum, { durationSec }) => sum + durationSec, 0))
      if (edge !== undefined) note(live, nowMs - movedAtMs - last.durationSec * 1000 * added)
      ;[edge, movedAtMs] = [newest, nowMs]
    }
    await ending.sleep(lookEveryMs)
  }
}

/** As players start. */
const startSegments = 3

/** What is loaded, against the clock of playback. */
class Buffered {
  readonly #live: LiveFigures
  #endsAtMs: number | undefined

  constructor(live: LiveFigures) {
    this.#live = live
  }

  add(durationSec: number): void {
    const nowMs = performance.now()
    const lateMs = nowMs - (this.#endsAtMs ?? nowMs)
    this.#live.longestStallMs = Math.max(this.#live.longestStallMs, lateMs)
    if (lateMs > stallMs) this.#live.stalls += 1
    this.#endsAtMs = Math.max(nowMs, this.#endsAtMs ?? nowMs) + durationSec * 1000
  }
}

function note(live: LiveFigures, gapMs: number): void {
  live.updates += 1
  live.longestGapMs = Math.max(live.longestGapMs, gapMs)
}
