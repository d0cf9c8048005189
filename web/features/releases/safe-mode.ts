/**
 * Counts starts that did not end well. A start is noted at once and crossed out after some seconds of life or a proper
 * end; after three in a row that never were, the app starts with everything off that may have ended them.
 */
const key = 'ekran.starts'
const maxUnfinished = 3
const livedMs = 20_000

let isOn = false

/** Notes a start; called once, before anything that may fail. Gives whether it is one in safe mode. */
export function beginStart(): boolean {
  const unfinished = unfinishedStarts()
  isOn = unfinished >= maxUnfinished
  try {
    localStorage.setItem(key, JSON.stringify({ starting: unfinished + 1 }))
  } catch {
    // Without storage nothing is counted, and no start is in safe mode.
  }
  setTimeout(endStart, livedMs)
  window.addEventListener('pagehide', endStart)
  return isOn
}

/** Crosses out this start and those before it. */
export function endStart(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was counted there.
  }
}

/** True for the whole life of an app that started so. */
export function isSafeMode(): boolean {
  return isOn
}

/** Starts again with everything on. */
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
