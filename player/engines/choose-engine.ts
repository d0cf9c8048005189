/** The MIME type used to query browsers for HLS support. */
const playlistType = 'application/vnd.apple.mpegurl'

/**
 * True where the page cannot append segments to the video element, but the browser plays HLS itself: iPhones
 * before iOS 17.1. There the whole address is played; its ticket cannot be replaced during playback.
 */
export function needsNativeHls(): boolean {
  const scope = globalThis as { MediaSource?: unknown; ManagedMediaSource?: unknown }
  if (scope.MediaSource !== undefined || scope.ManagedMediaSource !== undefined) return false
  return playsNativeHls()
}

/** Whether the browser plays HLS itself. */
export function playsNativeHls(): boolean {
  return document.createElement('video').canPlayType(playlistType) !== ''
}

/**
 * True in Safari with Managed Media Source (iOS 17.1, Safari 17): the page appends segments itself, and AirPlay reads a
 * plain address beside them, whose ticket cannot be replaced while the other screen plays it.
 */
export function mayAirPlay(): boolean {
  const scope = globalThis as {
    ManagedMediaSource?: unknown
    WebKitPlaybackTargetAvailabilityEvent?: unknown
  }
  return scope.ManagedMediaSource !== undefined && scope.WebKitPlaybackTargetAvailabilityEvent !== undefined
}
