/** The library's counters as our own values; it says NaN of what it does not know. */
import type { EngineStatistics } from '#player/core/state/statistics.ts'
import type { ShakaPlayer } from './load-shaka.ts'

export function statisticsOf(player: ShakaPlayer, video: HTMLVideoElement): EngineStatistics {
  const stats = player.getStats()
  return {
    width: video.videoWidth,
    height: video.videoHeight,
    streamBitsPerSecond: known(stats.streamBandwidth),
    networkBitsPerSecond: known(stats.estimatedBandwidth),
    codecs: stats.currentCodecs,
    decodedFrames: known(stats.decodedFrames),
    droppedFrames: known(stats.droppedFrames),
    downloadedBytes: known(stats.bytesDownloaded),
    stalls: known(stats.stallsDetected),
    gaps: known(stats.gapsJumped),
  }
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
