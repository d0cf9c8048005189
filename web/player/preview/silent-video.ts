/**
 * A trailer's picture in a video element without a player library: its first frame comes with the first bytes of the
 * file, where a player waits for two playlists and a whole segment.
 */

/** Loads at once, muted, and plays where `play` is called. Loading ends with `left`. `url`: of an MP4. */
export function silentVideo(url: string, left: AbortSignal): HTMLVideoElement {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.disableRemotePlayback = true
  video.tabIndex = -1
  video.preload = 'auto'
  video.src = url
  left.addEventListener('abort', () => {
    video.removeAttribute('src')
    video.load()
  })
  return video
}
