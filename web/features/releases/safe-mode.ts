/**
 * Counts starts that did not end well. A start is recorded at once and removed after some seconds of running, or when
 * the page is left or loaded again after its first screen was shown; when three in a row were not removed, the app
 * starts with every feature off that may have crashed it.
 */
const key = 'ekran.starts'
const maxUnfinished = 3
const livedMs = 20_000

let isOn = false
let isScreenShown = false

/** Records a start; called once, before anything that may fail. Returns whether the app runs in safe mode. */
export function beginStart(): boolean {
  const unfinished = unfinishedStarts()
  isOn = unfinished >= maxUnfinished
  try {
    localStorage.setItem(key, JSON.stringify({ starting: unfinished + 1 }))
  } catch {
    // Without storage nothing is counted, and no start is in safe mode.
  }
  isScreenShown = false
  setTimeout(endStart, livedMs)
  // An old engine that loads the page again reads the storage before it runs `pagehide`; `beforeunload` comes earlier.
  window.addEventListener('beforeunload', endIfShown)
  window.addEventListener('pagehide', endIfShown)
  return isOn
}

/** The first screen is rendered: from now on, leaving or loading the page again is a proper end. */
export function screenShown(): void {
  isScreenShown = true
}

/** A page that is left before it has shown anything may have been left because of that. */
function endIfShown(): void {
  if (isScreenShown) endStart()
}

/** Removes the record of this start and of those before it. */
export function endStart(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage nothing was counted.
  }
}

/** True as long as an app that started in safe mode runs. */
export function isSafeMode(): boolean {
  return isOn
}

/** Restarts with everything on. */
export function leaveSafeMode(): void {
  endStart()
  location.reload()
}

function unfinishedStarts(): number {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as { readonly starting?: unknown } | null
    const count = Number(stored?.starting ?? 0)
    return Number.isInteger(count) && count > 0 ? count : 0
  } catch {
    return 0
  }
}
