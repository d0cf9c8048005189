/**
 * The place among the streams that this tab has given up last (ACC-09). What says so to the server may arrive after the
 * next page's question for an address, so that one names it: a reload takes its own place again and no second one.
 *
 * It is written down only when it is left, never while it plays: a tab that is doubled takes its storage along.
 */
const storageKey = 'ekran.leftPlace'
/** Without a sign of life a stream counts for so long, and its name is of use. */
const ofUseMs = 60_000

export function keepLeft(streamId: string): void {
  try {
    sessionStorage.setItem(storageKey, `${streamId} ${Date.now()}`)
  } catch {
    // Without a storage the server hears of it by the call alone.
  }
}

/** The place that was left a moment ago, once; else null. */
export function takeLeft(): string | null {
  try {
    const [streamId = '', atMs] = (sessionStorage.getItem(storageKey) ?? '').split(' ')
    sessionStorage.removeItem(storageKey)
    const sinceMs = Date.now() - Number(atMs)
    return /^[\w-]{10,40}$/.test(streamId) && sinceMs >= 0 && sinceMs < ofUseMs ? streamId : null
  } catch {
    return null
  }
}
