/** The small window over other programs, where the browser has it. */

export function canPictureInPicture(): boolean {
  return document.pictureInPictureEnabled === true
}

/** Goes in or out. A refusal of the browser leaves everything as it is. */
export async function togglePictureInPicture(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement === video) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch {
    // No picture yet, or forbidden by the browser: the viewer sees that nothing moved and may press again.
  }
}

/** Tells of every change, until the answer is called. */
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
