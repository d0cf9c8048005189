/**
 * The last picture of the source before, painted on a canvas over the video until the next source shows its first:
 * changing channels never goes through black (TV-09).
 */
export class FrozenFrame {
  readonly #video: HTMLVideoElement
  readonly #canvas: HTMLCanvasElement

  constructor(video: HTMLVideoElement, canvas: HTMLCanvasElement) {
    this.#video = video
    this.#canvas = canvas
    canvas.hidden = true
  }

  /** Paints what is on the screen now; while a painted picture still stands, it stays. */
  hold(): void {
    const { videoWidth, videoHeight, readyState } = this.#video
    if (!this.#canvas.hidden || videoWidth === 0 || readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    this.#canvas.width = videoWidth
    this.#canvas.height = videoHeight
    const context = this.#canvas.getContext('2d')
    if (context === null) return
    context.drawImage(this.#video, 0, 0)
    this.#canvas.hidden = false
  }

  release(): void {
    this.#canvas.hidden = true
  }
}
