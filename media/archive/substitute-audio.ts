/**
 * An audio track that a source stops sending in the middle of a programme: a list that ended there would stop its listeners,
 * so it goes on with the audio that the rest was recorded with. That is another epoch, so a discontinuity stands between.
 */
import type { Epoch } from './epochs/epoch.ts'
import { RecordList } from './index/record-list.ts'

/** Records of another rendition, where the requested one was not recorded. */
export interface SubstituteAudio {
  readonly id: string
  readonly records: RecordList
}

/** What is heard in this epoch instead of the audio `rendition`; undefined when it has it, or none, or for video. */
export function substituteFor(rendition: string, epoch: Epoch | undefined): string | undefined {
  if (epoch === undefined || !rendition.startsWith('a')) return undefined
  if (epoch.tracks.some((track) => track.rendition === rendition)) return undefined
  return epoch.tracks.find((track) => track.kind === 'audio')?.rendition
}

/** One list in the order of time. What was recorded of the audio itself wins where two stand for one moment. */
export function withSubstitutes(own: RecordList, standIns: readonly SubstituteAudio[]): RecordList {
  let all = own
  for (const { records } of standIns) if (records.length > 0) all = between(all, records)
  return all
}

/** Runs of both in turn, without those of `others` that overlap one of `own`. */
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
