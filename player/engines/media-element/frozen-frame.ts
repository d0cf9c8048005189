/**
 * The last frame of the previous source, drawn on a canvas over the video until the next source shows its first
 * frame: changing channels never shows black (TV-09).
 */
export class FrozenFrame {
  readonly #video: HTMLVideoElement
  readonly #canvas: HTMLCanvasElement

  constructor(video: HTMLVideoElement, canvas: HTMLCanvasElement) {
    this.#video = video
    this.#canvas = canvas
    canvas.hidden = true
  }

  /** Draws the current frame; a frame already drawn stays. */
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
