/** A player at the live edge: what it asks for, and how long its edge stood still. */
import type { Ending } from '#bench/crowd/ending.ts'
import { readPlaylist, tracksOf } from '#bench/crowd/hls.ts'
import type { Requests } from '#bench/crowd/requests.ts'

/** Of all players together. */
export interface LiveFigures {
  updates: number
  /** The longest time between two moves of the edge, beyond the length of a segment. */
  longestGapMs: number
  /** Such gaps of more than a second. */
  stalls: number
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
  let edge: number | undefined
  let movedAtMs = 0
  while (performance.now() < untilMs && !ending.isOver) {
    const text = (await requests.ask('playlist', track, { from }))?.text ?? ''
    const { segments, firstNumber } = readPlaylist(text, track)
    const [last, nowMs] = [segments.at(-1), performance.now()]
    const newest = firstNumber + segments.length
    if (last !== undefined && newest !== edge) {
      if (edge !== undefined) note(live, nowMs - movedAtMs - last.durationSec * 1000 * (newest - edge))
      ;[edge, movedAtMs] = [newest, nowMs]
      const segment = await requests.ask('segment', last.address, { from, isHead: true })
      if (segment !== undefined) live.segments += 1
    }
    await ending.sleep(lookEveryMs)
  }
}

function note(live: LiveFigures, gapMs: number): void {
  live.updates += 1
  live.longestGapMs = Math.max(live.longestGapMs, gapMs)
  if (gapMs > stallMs) live.stalls += 1
}
