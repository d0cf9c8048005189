/** The configuration of the library, for television and for films. Values are seconds and bits per second. */
import type { LoadRequest } from '#player/core/playback/player-engine.ts'
import { limitsByClass, type BufferTimes, type DeviceLimits } from '#player/engines/device/tables.ts'

/** Without a measurement, starts where 4 Mbit/s never stalls, and climbs within the first segments (PLAYER-06). */
const firstEstimate = 1_200_000
/**
 * The part of the last measured bandwidth that is used at the start. Television is zapped through: its first
 * segment has to arrive soon, and the following ones climb.
 */
const trust = { film: 0.7, archive: 0.6, live: 0.4 } as const

const requests = {
  maxAttempts: 4,
  baseDelay: 300,
  backoffFactor: 2,
  fuzzFactor: 0.4,
  timeout: 12_000,
  stallTimeout: 6_000,
  connectionTimeout: 6_000,
}

/** At an edge: another place has the same, so silence is not waited for long. */
const edgeRequests = { ...requests, maxAttempts: 2, stallTimeout: 4_000, connectionTimeout: 3_000 }

/** How often and how long something is requested; `hasOther` as in `Address`. */
export function retriesFor(hasOther = false) {
  const retryParameters = hasOther ? edgeRequests : requests
  return {
    manifest: {
      retryParameters: { ...retryParameters, maxAttempts: Math.min(3, retryParameters.maxAttempts) },
    },
    streaming: { retryParameters },
  }
}

/** Which features of the library may be used on a device. */
export interface EngineLimits {
  /** False keeps live playback further from the live edge. */
  readonly lowLatency: boolean
  /** False shows no thumbnails. */
  readonly previews: boolean
  /** What is quieter than the rest may be amplified through Web Audio. False when absent. */
  readonly amplifies?: boolean
  /** Nothing higher is played where there is something lower; null for no limit. */
  readonly maxHeight: number | null
  /** The class of the device decides. */
  readonly device: Pick<DeviceLimits, 'buffers' | 'avoidsSeeks'>
}
export const noLimits: EngineLimits = {
  ...{ lowLatency: true, previews: true, maxHeight: null },
  device: limitsByClass.desktop,
}

/** The whole configuration for one load. */
export function settingsFor(
  { kind, preferences, heightLimit, maxBitsPerSecond = null, hasOther }: LoadRequest,
  limits: EngineLimits = noLimits,
): object {
  const { audioLanguage, textLanguage, bitsPerSecond } = preferences
  return {
    manifest: retriesFor(hasOther).manifest,
    streaming: {
      ...retriesFor(hasOther).streaming,
      ...streamingFor(limits.device.buffers[kind]),
      // The library's own value for televisions; 0 ends a stall by pause and play.
      stallSkip: limits.device.avoidsSeeks ? 0 : 0.1,
      startAtSegmentBoundary: kind === 'live',
      // Only for playlists with partial segments: channels that an operator has made low latency.
      lowLatencyMode: kind === 'live' && limits.lowLatency,
    },
    abr: {
      // The first frame keeps the rendition it was started with: switching would only wait for another playlist.
      enabled: false,
      // Our own measurements are more reliable than the bandwidth that mobile browsers report.
      useNetworkInformation: false,
      defaultBandwidthEstimate: bitsPerSecond === null ? firstEstimate : bitsPerSecond * trust[kind],
      switchInterval: 4,
      restrictToElementSize: true,
      restrictions: {
        maxHeight: Math.min(
          heightLimit ?? Number.POSITIVE_INFINITY,
          limits.maxHeight ?? Number.POSITIVE_INFINITY,
        ),
        maxBandwidth: maxBitsPerSecond ?? Number.POSITIVE_INFINITY,
      },
    },
    preferredAudio: audioLanguage === null ? [] : [preferredAudio(audioLanguage)],
    preferredText: textLanguage === null ? [] : [preferredTextOf(textLanguage)],
  }
}

function preferredAudio(language: string) {
  return { language, role: '', label: '', channelCount: 0, codec: '', spatialAudio: false }
}

/** A subtitle preference for one language, in the shape shaka-player reads. */
export function preferredTextOf(language: string) {
  return { language, role: '', forced: false, format: '' }
}

function streamingFor({ ahead, behind, start }: BufferTimes): object {
  return {
    bufferingGoal: ahead,
    rebufferingGoal: start,
    bufferBehind: behind,
    // The core handles failures; the library alone would retry for ever.
    failureCallback: (_error: unknown) => undefined,
    ignoreTextStreamFailures: true,
    gapDetectionThreshold: 0.5,
    gapJumpTimerTime: 0.25,
    stallEnabled: true,
    stallThreshold: 1,
    safeSeekOffset: 3,
    maxDisabledTime: 30,
  }
}
