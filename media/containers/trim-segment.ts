/**
 * Cuts the tail of a segment at a given time, sample by sample, so that a programme ends exactly where the next
 * one begins: overlapping fragments would give players two frames for the same time.
 */
import { boxesIn, MalformedBoxError, type BoxPosition } from './boxes.ts'
import { entrySize, firstBox, parseMoof, type Sample } from './movie-fragment.ts'

/**
 * A copy of `segment` (moof+mdat pairs) with the samples whose decode time is less than `keepTicks` after the first
 * fragment's; with `endsBy` only those that end by then. The first sample always stays. Boxes other than moof and
 * mdat are left out.
 */
export function trimSegment(segment: Buffer, keepTicks: number, endsBy = false): Buffer {
  const out: Buffer[] = []
  let origin: number | undefined
  let moof: Buffer | undefined
  for (const box of boxesIn(segment)) {
    const bytes = segment.subarray(box.start, box.end)
    if (box.type === 'moof') moof = bytes
    else if (box.type === 'mdat' && moof !== undefined) {
      const fragment = parseMoof(moof)
      origin ??= fragment.decodeTicks
      const left = keepTicks - (fragment.decodeTicks - origin)
      out.push(...trimPair(moof, bytes, { keepTicks: left, endsBy, first: out.length === 0 }))
      moof = undefined
    }
  }
  return Buffer.concat(out)
}

interface Cut {
  readonly keepTicks: number
  readonly endsBy: boolean
  readonly first: boolean
}

function trimPair(moof: Buffer, mdat: Buffer, { keepTicks, endsBy, first }: Cut): Buffer[] {
  const fragment = parseMoof(moof)
  let keep = 0
  let ticks = 0
  let bytes = 0
  for (const sample of fragment.samples) {
    const isOver = endsBy ? ticks + sample.durationTicks > keepTicks : ticks >= keepTicks
    if (isOver && !(first && keep === 0)) break
    keep++
    ticks += sample.durationTicks
    bytes += sample.size
  }
  if (keep === fragment.samples.length) return [moof, mdat]
  if (keep === 0) return []
  const shorter = shortenRun(moof, keep)
  showInOrder(shorter, fragment.samples, keep)
  return [shorter, shortenData(mdat, bytes)]
}

/**
 * Frames are stored in decode order: the first `keep` may include one that is displayed after the cut, because
 * others depend on it, while one before the cut was left out. The presentation times of the kept frames are
 * reassigned in order, so that none is after the cut and there is no gap. Only the last few frames move.
 */
function showInOrder(moof: Buffer, samples: readonly Sample[], keep: number): void {
  const trun = runOf(moof).trun
  const flags = moof.readUInt32BE(trun.bodyStart) & 0xffffff
  if (!(flags & 0x800)) return
  const decodeTicks: number[] = []
  let ticks = 0
  for (const sample of samples) {
    decodeTicks.push(ticks)
    ticks += sample.durationTicks
  }
  const shownTicks = samples.map((sample, at) => (decodeTicks[at] ?? 0) + sample.compositionOffsetTicks)
  const firstTicks = Math.min(...shownTicks)
  const inOrder = Array.from({ length: keep }, (_, at) => at).toSorted(
    (one, other) => (shownTicks[one] ?? 0) - (shownTicks[other] ?? 0),
  )
  for (const [place, at] of inOrder.entries()) {
    const offset = firstTicks + (decodeTicks[place] ?? 0) - (decodeTicks[at] ?? 0)
    // These entries are the last field of the box, and the composition offset is the last field of an entry.
    moof.writeInt32BE(offset, trun.end - (keep - 1 - at) * entrySize(flags) - 4)
  }
}

function runOf(moof: Buffer): { outer: BoxPosition; traf: BoxPosition; trun: BoxPosition } {
  const outer = firstBox(moof, 'moof', 0, moof.length)
  const traf = firstBox(moof, 'traf', outer.bodyStart, outer.end)
  const runs = [...boxesIn(moof, traf.bodyStart, traf.end)].filter((box) => box.type === 'trun')
  const trun = runs[0]
  if (trun === undefined || runs.length !== 1) throw new MalformedBoxError('a fragment with one trun only')
  return { outer, traf, trun }
}

/** The moof with only the first `keep` entries of its one trun; sizes and the data offset are updated. */
function shortenRun(moof: Buffer, keep: number): Buffer {
  const { outer, traf, trun } = runOf(moof)
  const flags = moof.readUInt32BE(trun.bodyStart) & 0xffffff
  const count = moof.readUInt32BE(trun.bodyStart + 4)
  const removed = (count - keep) * entrySize(flags)
  const cutAt = trun.end - removed
  const shorter = Buffer.concat([moof.subarray(0, cutAt), moof.subarray(trun.end)])
  for (const box of [outer, traf, trun]) shorter.writeUInt32BE(box.end - box.start - removed, box.start)
  shorter.writeUInt32BE(keep, trun.bodyStart + 4)
  if (flags & 0x1) shorter.writeInt32BE(shorter.readInt32BE(trun.bodyStart + 8) - removed, trun.bodyStart + 8)
  return shorter
}

function shortenData(mdat: Buffer, bytes: number): Buffer {
  const shorter = Buffer.from(mdat.subarray(0, 8 + bytes))
  shorter.writeUInt32BE(8 + bytes, 0)
  return shorter
}
