/**
 * The end of what does not grow. The library reckons a playlist's length before it has laid picture and sound against
 * each other by their wall clocks, and cuts their last segments to it: where one begins a little before the other, as in
 * any recording of a broadcast, the length comes out longer than what there is to load. It would then wait for the rest
 * for ever, a moment before the end.
 */
import type { ShakaPlayer } from './load-shaka.ts'

type Manifest = NonNullable<ReturnType<ShakaPlayer['getManifest']>>

/** Shortens the length that the library waits for to where the last segments end, seconds. Live is left as it is. */
export function fitDuration(player: Pick<ShakaPlayer, 'getManifest' | 'isDynamic'>): void {
  const manifest = player.getManifest()
  if (manifest === null || player.isDynamic()) return
  const endSec = lastEndOf(manifest)
  if (endSec < manifest.presentationTimeline.getDuration()) manifest.presentationTimeline.setDuration(endSec)
}

/** Where the first of all streams that are read already ends; infinite before any is. */
function lastEndOf({ variants }: Manifest): number {
  let endSec = Number.POSITIVE_INFINITY
  for (const { video, audio } of variants)
    for (const stream of [video, audio]) {
      const index = stream?.segmentIndex ?? null
      const last = index?.get(index.getNumEvicted() + index.getNumReferences() - 1) ?? null
      if (last !== null) endSec = Math.min(endSec, last.getEndTime())
    }
  return endSec
}
