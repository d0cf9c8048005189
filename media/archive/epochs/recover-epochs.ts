/**
 * Rebuilds the table of epochs from other files on disk: the init segments name the codecs, the records say when
 * each epoch began. Needed when the table is corrupt or missing; without it no recording could be played.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readInit } from '#media/containers/init-segment.ts'
import { languageCode, trackName } from '#media/ladder/languages.ts'
import { namesIn } from '#media/archive/index/day-index.ts'
import type { Epoch, EpochTrack } from './epoch.ts'
import { flagRebase } from '#media/archive/index/index-record.ts'
import { RecordList } from '#media/archive/index/record-list.ts'

interface RecoveredEpochs {
  readonly number: number
  readonly tracks: { readonly track: EpochTrack; readonly init: Buffer }[]
}

interface Recorded {
  readonly beginMs: number
  readonly seeded: boolean
}

/** Epochs by number, for the init segments that can be read. Empty when there are none. */
export function recoverEpochs(dir: string): readonly Epoch[] {
  const byNumber = new Map<number, RecoveredEpochs>()
  const recorded = new Map<number, Recorded>()
  for (const rendition of foldersIn(dir).toSorted(videoFirst)) {
    for (const name of namesIn(join(dir, rendition))) {
      const number = Number(/^i(\d{1,8})\.mp4$/.exec(name)?.[1] ?? Number.NaN)
      if (Number.isNaN(number)) continue
      const init = readFileSync(join(dir, rendition, name))
      const track = describeTrack(rendition, init)
      const epoch = byNumber.get(number) ?? { number, tracks: [] }
      if (track !== undefined) epoch.tracks.push({ track, init })
      byNumber.set(number, epoch)
    }
    noteBeginnings(join(dir, rendition), recorded)
  }
  return [...byNumber.values()]
    .filter(({ tracks }) => tracks.length > 0)
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, tracks }): Epoch => {
      const { beginMs, seeded } = recorded.get(number) ?? { beginMs: 0, seeded: false }
      return {
        number,
        beginMs,
        tracks: tracks.map(({ track }) => track),
        fingerprint: fingerprintOf(tracks),
        seeded,
      }
    })
}

function fingerprintOf(tracks: RecoveredEpochs['tracks']): string {
  const hash = createHash('sha256')
  for (const { track, init } of tracks) hash.update(track.rendition).update(init)
  return hash.digest('base64url')
}

/** In the order in which a recorder plans its tracks: the video, then the audio tracks. */
function videoFirst(one: string, other: string): number {
  const rank = (name: string): number => (name.startsWith('v') ? 0 : 1)
  return rank(one) - rank(other) || (one < other ? -1 : 1)
}

function foldersIn(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function describeTrack(rendition: string, init: Buffer): EpochTrack | undefined {
  try {
    const { kind, codec, timescale, width, height, channels, language } = readInit(init)
    const spoken = languageCode(language)
    return {
      rendition,
      kind: kind === 'video' ? 'video' : 'audio',
      codec,
      timescale,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      ...(channels === undefined ? {} : { channels }),
      ...(kind === 'audio' && spoken !== 'und'
        ? { language: spoken, name: trackName(spoken, undefined) }
        : {}),
    }
  } catch {
    // Cut off by the same crash: only what was recorded with it cannot be played.
    return undefined
  }
}

function noteBeginnings(dir: string, into: Map<number, Recorded>): void {
  for (const name of namesIn(dir)) {
    if (!/^\d+\.idx$/.test(name)) continue
    const records = new RecordList(readFileSync(join(dir, name)))
    for (let position = 0; position < records.length; position++) {
      const epoch = records.epoch(position)
      const beginMs = records.beginMs(position)
      if (beginMs < (into.get(epoch)?.beginMs ?? Number.POSITIVE_INFINITY))
        into.set(epoch, { beginMs, seeded: ((records.at(position)?.flags ?? 0) & flagRebase) !== 0 })
    }
  }
}
