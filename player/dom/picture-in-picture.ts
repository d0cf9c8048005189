/** Picture-in-picture: the small window over other programs, where the browser has it. */

export function canPictureInPicture(): boolean {
  return document.pictureInPictureEnabled === true
}

/** Enters or leaves it. When the browser refuses, nothing changes. */
export async function togglePictureInPicture(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement === video) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch {
    // No video yet, or forbidden by the browser: the viewer may press again.
  }
}

/** Calls back at every change, until the returned function is called. */
export function onPictureInPictureChange(video: HTMLVideoElement, run: (on: boolean) => void): () => void {
  const entered = () => run(true)
  const left = () => run(false)
  video.addEventListener('enterpictureinpicture', entered)
  video.addEventListener('leavepictureinpicture', left)
  return () => {
    video.removeEventListener('enterpictureinpicture', entered)
    video.removeEventListener('leavepictureinpicture', left)
  }
}
