/**
 * The library's errors mapped to our closed list. The numbers are shaka's public ones (`shaka.util.Error.Code`).
 */
import {
  failureOfBody,
  ownFault,
  type EngineFault,
  type PlaybackFailure,
} from '#player/core/state/playback-failure.ts'

/** The fields of a shaka error that are read here. */
export interface ShakaError {
  readonly severity: number
  readonly category: number
  readonly code: number
  readonly data: readonly unknown[]
}

const recoverable = 1
const category = { network: 1, text: 2, media: 3, manifest: 4, streaming: 5, drm: 6 } as const
const badHttpStatus = 1001
const loadInterrupted = 7000
const contentUnsupported = 4032
const unsupported = new Set([contentUnsupported, 4012, 3018, 3019])

/** Whether a value is an error of shaka-player. */
export function isShakaError(value: unknown): value is ShakaError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    'category' in value &&
    'severity' in value
  )
}

/** A load that was interrupted on purpose. */
export function isInterruption(error: unknown): boolean {
  return isShakaError(error) && error.code === loadInterrupted
}

/** The fault in an error, or null when the library recovers by itself. */
export function faultOf(error: unknown): EngineFault | null {
  if (!isShakaError(error)) return ownFault('stream_broken')
  const httpStatus = error.code === badHttpStatus && typeof error.data[1] === 'number' ? error.data[1] : null
  const expired = httpStatus === 401 || httpStatus === 403 || httpStatus === 410
  if (error.category === category.text) return null
  // The library would repeat the rejected ticket for ever.
  if (error.severity === recoverable && !expired) return null
  return {
    failure: expired ? 'address_expired' : failureOf(error, httpStatus),
    httpStatus,
    engineCode: error.code,
  }
}

function failureOf(error: ShakaError, httpStatus: number | null): PlaybackFailure {
  // The library passes the response's text after its address and status.
  if (httpStatus === 404) return failureOfBody(error.data[2])
  if (error.category === category.network) return 'source_unreachable'
  return unsupported.has(error.code) ? 'cannot_decode' : 'stream_broken'
}
