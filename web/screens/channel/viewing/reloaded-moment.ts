/**
 * The position in a recording when its page was reloaded: playback continues from there (GUIDE-04). It is saved
 * only when the page is left and used only by the same page; a recording opened again later starts at its
 * beginning.
 */
const storageKey = 'ekran.archiveMoment'

/** `atMs`: the viewer's position on the wall clock, unix milliseconds. */
export function keepMoment(cid: number, pid: number, atMs: number): void {
  try {
    sessionStorage.setItem(storageKey, `${cid} ${pid} ${Math.floor(atMs / 1000)}`)
  } catch {
    // Without storage it starts at the beginning.
  }
}

/** The position in this programme at the reload, unix seconds; else null. */
export function reloadedMoment(cid: number, pid: number): { readonly atSec: number } | null {
  try {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (entry?.type !== 'reload' || entry.name !== location.href) return null
    const [savedCid, savedPid, atSec] = (sessionStorage.getItem(storageKey) ?? '').split(' ').map(Number)
    sessionStorage.removeItem(storageKey)
    const isThis = savedCid === cid && savedPid === pid
    return isThis && atSec !== undefined && atSec > 0 ? { atSec } : null
  } catch {
    return null
  }
}
