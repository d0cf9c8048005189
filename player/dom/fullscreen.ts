/** Full screen of a player's element; on an iPhone, which allows it for videos only, of the video. */

interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void
}

/** Whether this browser can show an element or the video full screen. */
export function canFullscreen(video: AppleVideo | null): boolean {
  return document.fullscreenEnabled || typeof video?.webkitEnterFullscreen === 'function'
}

/** Whether anything is full screen now. */
export function isFullscreen(): boolean {
  return document.fullscreenElement !== null
}

/** Enters or leaves full screen. When the browser refuses, nothing changes. */
export async function toggleFullscreen(frame: HTMLElement, video: AppleVideo): Promise<void> {
  try {
    if (document.fullscreenElement !== null) return await document.exitFullscreen()
    if (document.fullscreenEnabled) return await frame.requestFullscreen({ navigationUI: 'hide' })
    video.webkitEnterFullscreen?.()
  } catch {
    // The browser requires a press of the viewer, or forbids it on this page.
  }
}

/** Calls back at every change, until the returned function is called. */
export function onFullscreenChange(run: (on: boolean) => void): () => void {
  const tell = () => run(isFullscreen())
  document.addEventListener('fullscreenchange', tell)
  return () => document.removeEventListener('fullscreenchange', tell)
}
