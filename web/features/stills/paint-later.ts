/** Stills for what is drawn without React; the code that draws them is loaded after the page. */
import type { paintStill } from './paint-still.ts'

let loaded: Promise<typeof paintStill | undefined> | undefined

/** As `paintStill`, from the moment its code is there; without it nothing is shown. */
export function paintStillLater(frame: HTMLElement, cid: number): () => void {
  let isOver = false
  let end: (() => void) | undefined
  loaded ??= whenLoaded()
    .then(() => import('./paint-still.ts').then((file) => file.paintStill))
    .catch(() => {
      // The next one tries again.
      loaded = undefined
      return undefined
    })
  void loaded.then((paint) => {
    if (!isOver) end = paint?.(frame, cid)
  })
  return () => {
    isOver = true
    end?.()
  }
}

function whenLoaded(): Promise<unknown> {
  return document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => {
        addEventListener('load', resolve, { once: true })
      })
}
