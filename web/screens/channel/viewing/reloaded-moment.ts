/**
 * The moment of a recording at which its page was loaded again: it goes on from there (GUIDE-04). Written down only when
 * the page is left and of use only to that very page; whoever opens a recording anew begins at its beginning.
 */
const storageKey = 'ekran.archiveMoment'

/** `atMs`: where the viewer is on the wall clock, unix milliseconds. */
export function keepMoment(cid: number, pid: number, atMs: number): void {
  try {
    sessionStorage.setItem(storageKey, `${cid} ${pid} ${Math.floor(atMs / 1000)}`)
  } catch {
    // Without a storage it begins at the beginning.
  }
}

/** Where this programme was when its page was loaded again, unix seconds; else null. */
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
