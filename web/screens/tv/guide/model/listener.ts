/**
 * Listens to an element until the signal is aborted. The `signal` option of `addEventListener` does the same, but
 * engines before Chromium 90, Safari 15 and Firefox 86 ignore it.
 */
export function listener(element: HTMLElement, signal: AbortSignal) {
  return <K extends keyof HTMLElementEventMap>(
    kind: K,
    run: (event: HTMLElementEventMap[K]) => void,
  ): void => {
    element.addEventListener(kind, run, { passive: kind === 'scroll' })
    signal.addEventListener('abort', () => element.removeEventListener(kind, run))
  }
}
