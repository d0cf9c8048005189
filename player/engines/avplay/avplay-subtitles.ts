/** AVPlay reports the text of subtitles and draws none of it. */
export class AvplaySubtitles {
  readonly #place: HTMLElement
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(place: HTMLElement) {
    this.#place = place
  }

  /** Shows a text until the next one or until its time is over; sets send markup, of which line breaks count. */
  show(text: string, durationMs: number): void {
    this.clear()
    if (text === '') return
    // The name is that of the player library's container: the look that the viewer chose is written for it.
    const container = document.createElement('div')
    container.className = 'shaka-text-container'
    const line = document.createElement('span')
    line.textContent = text.replace(/<br\s*\/?>/gi, '\n').replace(/<[^>]*>/g, '')
    Object.assign(line.style, { whiteSpace: 'pre-line' })
    container.append(line)
    Object.assign(container.style, { display: 'flex', alignItems: 'flex-end', justifyContent: 'center' })
    this.#place.append(container)
    if (durationMs > 0) this.#timer = setTimeout(() => this.clear(), durationMs)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#place.textContent = ''
  }
}
