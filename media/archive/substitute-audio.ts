/**
 * For an audio track that a source stops sending during a programme: a playlist that ended there would stop its
 * listeners, so it continues with another recorded audio track. That is another epoch, so a discontinuity is between.
 */
import type { Epoch } from './epochs/epoch.ts'
import { RecordList } from './index/record-list.ts'

/** Records of another rendition, where the requested one was not recorded. */
export interface SubstituteAudio {
  readonly id: string
  readonly records: RecordList
}

/** The substitute for `rendition` in this epoch; undefined when it has the track, or no audio, or for video. */
export function substituteFor(rendition: string, epoch: Epoch | undefined): string | undefined {
  if (epoch === undefined || !rendition.startsWith('a')) return undefined
  if (epoch.tracks.some((track) => track.rendition === rendition)) return undefined
  return epoch.tracks.find((track) => track.kind === 'audio')?.rendition
}

/** One list in time order. The track's own recording wins over the substitute. */
export function withSubstitutes(own: RecordList, standIns: readonly SubstituteAudio[]): RecordList {
  let all = own
  for (const { records } of standIns) if (records.length > 0) all = between(all, records)
  return all
}

/** Merges both, without those of `others` that overlap one of `own`. */
function between(own: RecordList, others: RecordList): RecordList {
  const runs: RecordList[] = []
  let [at, other] = [0, 0]
  while (other < others.length) {
    const until = own.lowerBound(others.beginMs(other))
    runs.push(own.slice(at, until))
    at = until
    const nextMs = at < own.length ? own.beginMs(at) : Number.POSITIVE_INFINITY
    const freeMs = at > 0 ? own.endMs(at - 1) : 0
    let end = other
    while (end < others.length && others.beginMs(end) < nextMs) end++
    const free = others.slice(other, end)
    runs.push(free.filter((position) => free.beginMs(position) >= freeMs && free.endMs(position) <= nextMs))
    other = end
  }
  return RecordList.concat([...runs, own.slice(at, own.length)])
}
