/**
 * The end of a finished source. The library computes a playlist's duration before it has aligned audio and video
 * by their wall clocks, and cuts their last segments to it. Where one starts a little before the other, as in any
 * recording of a broadcast, the duration is longer than the available segments, and the library would wait for
 * the rest for ever, a moment before the end.
 */
import type { ShakaPlayer } from './load-shaka.ts'

type Manifest = NonNullable<ReturnType<ShakaPlayer['getManifest']>>

/**
 * Shortens the duration the library expects to the end of the last segments, seconds. Live sources are not
 * changed.
 */
export function fitDuration(player: Pick<ShakaPlayer, 'getManifest' | 'isDynamic'>): void {
  const manifest = player.getManifest()
  if (manifest === null || player.isDynamic()) return
  const endSec = lastEndOf(manifest)
  if (endSec < manifest.presentationTimeline.getDuration()) manifest.presentationTimeline.setDuration(endSec)
}

/** The earliest end among the loaded streams; infinite before any has loaded. */
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
