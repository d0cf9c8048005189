/**
 * Runs in the page: stores in `movedAt` when the second new frame is on the screen, as `performance.now()`; the first may
 * be a still poster of the stream.
 */
export function watchPicture(): void {
  const marks = globalThis as unknown as { movedAt?: number }
  const watch = () => {
    const video = document.querySelector('video')
    if (video === null) return void requestAnimationFrame(watch)
    let frames = 0
    const onFrame = () => {
      if (++frames < 2) video.requestVideoFrameCallback(onFrame)
      else marks.movedAt = performance.now()
    }
    video.requestVideoFrameCallback(onFrame)
  }
  watch()
}
