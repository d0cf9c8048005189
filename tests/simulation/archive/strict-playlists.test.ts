/**
 * Thousands of successive playlists of one recorded channel with outages, changed streams and an archive that deletes,
 * each checked by the rules of RFC 8216bis by itself and against the previous one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { randomFrom, whole } from '#db/demo/painting/random.ts'
import { archivePlaylist } from '#media/origin/playlists/archive-playlist.ts'
import { livePlaylist } from '#media/origin/playlists/channel-playlists.ts'
import { MadeUpBroadcast, renditions } from '#tests/kit/builders/broadcast.ts'
import { PlaylistWatch } from '#tests/kit/models/strict-hls-sequence.ts'
import { readStrictly, sequenceOf, targetOf } from '#tests/kit/models/strict-hls.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-strict-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const beginMs = Date.UTC(2026, 10, 16, 9)
const minuteMs = 60_000

/** The checkers of all requested addresses, and their findings. */
class Judges {
  readonly faults: string[] = []
  readonly #watches = new Map<string, PlaylistWatch>()

  hear(address: string, text: string | undefined): void {
    if (text === undefined) return
    const watch = this.of(address)
    this.#note(address, watch.next(text))
  }

  hearDelta(address: string, text: string | undefined, full: string | undefined): void {
    if (text !== undefined && full !== undefined) this.#note(address, this.of(address).delta(text, full))
  }

  of(address: string): PlaylistWatch {
    const result = this.#watches.get(address) ?? new PlaylistWatch()
    this.#watches.set(address, result)
    return result
  }

  get texts(): number {
    return [...this.#watches.values()].reduce((sum, watch) => sum + watch.texts, 0)
  }

  #note(address: string, faults: readonly string[]): void {
    this.faults.push(...faults.map((fault) => `${address}: ${fault}`))
  }
}

/** Segments by their uri with their sequence numbers. */
function numbersIn(text: string | undefined): Map<string, number> {
  if (text === undefined) return new Map()
  const { playlist } = readStrictly(text)
  return new Map(playlist.segments.map((one, at) => [one.uri, sequenceOf(playlist) + at]))
}

const kinds = [
  { seed: 1, partMs: 200, groupFrames: 50 },
  { seed: 2, partMs: 200, groupFrames: 25 },
  { seed: 3, partMs: 400, groupFrames: 50 },
  { seed: 4, partMs: 200, groupFrames: 75 },
]

describe('playlists conform to the rules', () => {
  it.each(kinds)('for a live channel, with parts and without (seed $seed, $partMs ms)', async (kind) => {
    const room = join(dir, `live-${kind.seed}`)
    const tv = new MadeUpBroadcast({ dir: room, beginMs, archiveMs: 7_200_000, ...kind })
    const random = randomFrom(kind.seed + 100)
    const judges = new Judges()
    while (tv.nowMs < beginMs + 12 * minuteMs) {
      await tv.pass(whole(random, 0, 60) === 0 ? whole(random, 2000, 40_000) : whole(random, 60, 900))
      for (const rendition of renditions) {
        const full = tv.lowLatency.playlist(rendition, tv.nowMs, false)
        judges.hear(`parts ${rendition}`, full)
        judges.hearDelta(`parts ${rendition}`, tv.lowLatency.playlist(rendition, tv.nowMs, true), full)
        const plain = livePlaylist(tv.archive, tv.numbering, rendition, tv.nowMs)
        judges.hear(`plain ${rendition}`, plain)
        const numbers = numbersIn(full)
        for (const [uri, number] of numbersIn(plain)) expect(numbers.get(uri) ?? number).toBe(number)
      }
    }
    await tv.close()
    expect(judges.faults.slice(0, 5)).toEqual([])
    expect(tv.outages).toBeGreaterThan(0)
    expect(judges.texts).toBeGreaterThan(2000)
    const targets = renditions
      .map((rendition) => judges.of(`plain ${rendition}`).last)
      .map((one) => one && targetOf(one))
    expect(new Set(targets).size).toBe(1)
  })

  it.each([11, 12])(
    '[GUIDE-05] for start-over and windows, while the archive deletes (seed %i)',
    async (seed) => {
      const room = join(dir, `archive-${seed}`)
      const archiveMs = 30 * minuteMs
      const tv = new MadeUpBroadcast({ dir: room, seed, beginMs, archiveMs, partMs: 400, groupFrames: 50 })
      const random = randomFrom(seed + 100)
      const judges = new Judges()
      const windows: { fromMs: number; toMs: number | undefined }[] = []
      while (tv.nowMs < beginMs + 75 * minuteMs) {
        await tv.pass(whole(random, 1500, 15_000))
        if (whole(random, 0, 60) === 0) tv.archive.forget()
        if (windows.length < 5 && whole(random, 0, 30) === 0) {
          const fromMs = tv.nowMs - whole(random, 0, 12 * minuteMs)
          windows.push({
            fromMs,
            toMs: whole(random, 0, 2) === 0 ? undefined : fromMs + whole(random, 1, 25) * minuteMs,
          })
        }
        for (const { fromMs, toMs } of windows)
          for (const rendition of renditions)
            judges.hear(
              `${fromMs}-${toMs} ${rendition}`,
              archivePlaylist(tv.archive, tv.numbering, rendition, fromMs, toMs, tv.nowMs),
            )
      }
      await tv.close()
      expect(judges.faults.slice(0, 5)).toEqual([])
      expect(judges.texts).toBeGreaterThan(1500)
    },
  )
})
