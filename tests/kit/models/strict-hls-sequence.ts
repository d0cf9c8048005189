/** What may change between a playlist and the next one at the same address (RFC 8216bis 6.2.1, 6.2.2, 6.2.5.1). */
import {
  faultsOf,
  partTargetOf,
  readStrictly,
  sequenceOf,
  targetOf,
  type StrictPlaylist,
  type StrictSegment,
} from './strict-hls.ts'

type Say = (fault: string) => void

/** A gap is never fetched, so it needs no map. */
function seen(one: StrictSegment): string {
  return [one.uri, one.durationSec, one.gap ? 'gap' : one.map, one.dateMs].join(' ')
}

/** Follows one address: every text is checked by itself and against the previous one. */
export class PlaylistWatch {
  #before: StrictPlaylist | undefined
  #texts = 0

  get texts(): number {
    return this.#texts
  }

  get last(): StrictPlaylist | undefined {
    return this.#before
  }

  /** The errors of the next text. */
  next(text: string): string[] {
    const faults = faultsOf(text)
    const { playlist } = readStrictly(text)
    const say: Say = (fault) => void faults.push(fault)
    if (this.#before !== undefined) compare(this.#before, playlist, say)
    this.#before = playlist
    this.#texts++
    return faults
  }

  /** The errors of a delta update for which `full` was the response without one. */
  delta(text: string, full: string): string[] {
    const { playlist: delta, faults } = readStrictly(text)
    const { playlist } = readStrictly(full)
    const say: Say = (fault) => void faults.push(fault)
    const listed = playlist.segments.slice(delta.skipped)
    if (sequenceOf(delta) !== sequenceOf(playlist)) say('a delta with another MEDIA-SEQUENCE')
    if (delta.segments.map(seen).join('\n') !== listed.map(seen).join('\n')) say('a delta of other segments')
    const left = [...listed.map((one) => one.durationSec), ...delta.openParts.map((part) => part.durationSec)]
    const until = Number(/CAN-SKIP-UNTIL=([\d.]+)/.exec(full)?.[1])
    if (delta.skipped > 0 && left.reduce((sum, seconds) => sum + seconds, 0) < until)
      say('a delta that skips what lies behind the skip boundary')
    return faults
  }
}

function compare(before: StrictPlaylist, now: StrictPlaylist, say: Say): void {
  if (targetOf(now) !== targetOf(before)) say(`TARGETDURATION from ${targetOf(before)} to ${targetOf(now)}`)
  if (now.header.has('EXT-X-PART-INF') && before.header.has('EXT-X-PART-INF'))
    if (partTargetOf(now) !== partTargetOf(before)) say('PART-TARGET changed')
  const [typeBefore, type] = [before, now].map((one) => one.header.get('EXT-X-PLAYLIST-TYPE'))
  if (before.ended && !now.ended) say('ENDLIST went away')
  const [from, to] = [sequenceOf(before), sequenceOf(now)]
  if (to < from) return say(`MEDIA-SEQUENCE back from ${from} to ${to}`)
  if (type !== undefined && to !== from) say(`of type ${type}, and lost its beginning`)
  // A promise that can no longer be met is withdrawn; none is made late.
  if (type !== typeBefore && type !== undefined && !(typeBefore === 'EVENT' && type === 'VOD'))
    say(`PLAYLIST-TYPE from ${typeBefore} to ${type}`)
  if (before.ended && now.segments.length + to - from !== before.segments.length) say('changed after ENDLIST')
  const removed = before.segments.slice(0, to - from)
  compareSegments(before.segments.slice(to - from), now, say)
  compareDiscontinuities(before, removed, now, to - from >= before.segments.length, say)
  compareParts(before, now, from, to, say)
}

function compareSegments(stored: readonly StrictSegment[], now: StrictPlaylist, say: Say): void {
  if (stored.length > now.segments.length) say(`${stored.length - now.segments.length} went from the end`)
  stored.forEach((one, at) => {
    const same = now.segments[at]
    if (same !== undefined && seen(same) !== seen(one)) say(`the past changed: ${seen(one)} is ${seen(same)}`)
    if (at > 0 && same !== undefined && same.discontinuity !== one.discontinuity)
      say(`a DISCONTINUITY came or went before ${one.uri}`)
  })
}

/** A DISCONTINUITY counts when it is removed together with the segment it precedes, or is left at the very top. */
function compareDiscontinuities(
  before: StrictPlaylist,
  removed: readonly StrictSegment[],
  now: StrictPlaylist,
  isAnother: boolean,
  say: Say,
): void {
  const number = (one: StrictPlaylist): number => Number(one.header.get('EXT-X-DISCONTINUITY-SEQUENCE') ?? 0)
  const top = before.segments[removed.length]
  const hidden = top?.discontinuity === true && now.segments[0]?.discontinuity === false && removed.length > 0
  const gone = removed.filter((one) => one.discontinuity).length + (hidden ? 1 : 0)
  const grown = number(now) - number(before)
  // After a long pause the removed segments are unknown: the count may only have grown.
  if (isAnother ? grown < gone : grown !== gone) say(`DISCONTINUITY-SEQUENCE grew by ${grown}, ${gone} went`)
}

function compareParts(before: StrictPlaylist, now: StrictPlaylist, from: number, to: number, say: Say): void {
  const partsAt = (sequence: number): readonly string[] => {
    const at = sequence - to
    const parts = at === now.segments.length ? now.openParts : (now.segments[at]?.parts ?? [])
    return parts.map((part) => `${part.uri} ${part.durationSec} ${part.independent}`)
  }
  const lists = [...before.segments.map((one) => one.parts), before.openParts]
  lists.forEach((parts, at) => {
    const later = partsAt(from + at)
    if (parts.length === 0 || later.length === 0) return
    const earlier = parts.map((part) => `${part.uri} ${part.durationSec} ${part.independent}`)
    if (earlier.join() !== later.slice(0, earlier.length).join()) say(`parts of ${from + at} changed`)
  })
  const names = [...now.segments.flatMap((one) => one.parts), ...now.openParts].map((part) => part.uri)
  const last = lists.flat().at(-1)?.uri
  const next = last === undefined ? undefined : names[names.indexOf(last) + 1]
  if (before.hint !== undefined && names.includes(last ?? '') && next !== undefined && next !== before.hint)
    say(`${before.hint} was hinted, ${next} came`)
}
