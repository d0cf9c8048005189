/** The library's counters in our own form; it reports unknown values as NaN. */
import type { EngineStatistics } from '#player/core/state/statistics.ts'
import type { ShakaPlayer } from './load-shaka.ts'

/** The library's counters in our own form; unknown values are null. */
export function statisticsOf(player: ShakaPlayer, video: HTMLVideoElement): EngineStatistics {
  const stats = player.getStats()
  return {
    width: video.videoWidth,
    height: video.videoHeight,
    streamBitsPerSecond: finiteOrNull(stats.streamBandwidth),
    networkBitsPerSecond: finiteOrNull(stats.estimatedBandwidth),
    codecs: stats.currentCodecs,
    decodedFrames: finiteOrNull(stats.decodedFrames),
    droppedFrames: finiteOrNull(stats.droppedFrames),
    downloadedBytes: finiteOrNull(stats.bytesDownloaded),
    stalls: finiteOrNull(stats.stallsDetected),
    gaps: finiteOrNull(stats.gapsJumped),
  }
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
