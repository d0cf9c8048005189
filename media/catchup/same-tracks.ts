/** Whether two readings of a provider have the same tracks, so that a player may go from one to the other. Pure. */
import { findBox } from '#media/containers/boxes.ts'
import type { RunTrack } from './provider-run.ts'

/** True when the same renditions have the same codecs, formats and time scales. */
export function areSameTracks(tracks: readonly RunTrack[], others: readonly RunTrack[]): boolean {
  return (
    tracks.length === others.length &&
    tracks.every((track, place) => {
      const other = others[place]
      return (
        other !== undefined &&
        track.rendition === other.rendition &&
        track.init.description.timescale === other.init.description.timescale &&
        sampleEntry(track.init.bytes).equals(sampleEntry(other.init.bytes))
      )
    })
  )
}

/** The boxes of an init segment that describe its frames, without bit rates: ffmpeg estimates them from what it reads. */
function sampleEntry(init: Buffer): Buffer {
  const box = findBox(init, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'])
  if (box === undefined) return init
  const entry = Buffer.from(init.subarray(box.bodyStart, box.end))
  const rates = entry.indexOf('btrt')
  if (rates >= 0) entry.fill(0, rates + 4, rates + 16)
  const elementary = entry.indexOf('esds')
  if (elementary >= 0) clearRates(entry, elementary + 8)
  return entry
}

const [elementaryTag, decoderTag] = [3, 4]

/** An elementary stream descriptor at `at`: the buffer size and the bit rates of its decoder are set to 0. */
function clearRates(entry: Buffer, at: number): void {
  if (entry[at] !== elementaryTag) return
  const decoder = bodyOf(entry, at) + 3
  if (entry[decoder] !== decoderTag) return
  const body = bodyOf(entry, decoder)
  entry.fill(0, body + 2, body + 13)
}

/** After the tag and its length, whose bytes have their highest bit set except for the last; four at most. */
function bodyOf(entry: Buffer, tag: number): number {
  let at = tag + 1
  while (at < tag + 4 && ((entry[at] ?? 0) & 0x80) !== 0) at++
  return at + 1
}
