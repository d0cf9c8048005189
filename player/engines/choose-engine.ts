/** The type of a playlist, as browsers are asked for it. */
const playlistType = 'application/vnd.apple.mpegurl'

/**
 * True where the page cannot hand segments to the video element, but the browser reads HLS by itself: iPhones before
 * iOS 17.1. An address is played whole there; a ticket in it cannot be replaced while it plays.
 */
export function needsNativeHls(): boolean {
  const scope = globalThis as { MediaSource?: unknown; ManagedMediaSource?: unknown }
  if (scope.MediaSource !== undefined || scope.ManagedMediaSource !== undefined) return false
  return document.createElement('video').canPlayType(playlistType) !== ''
}
