/**
 * The stream lease this tab has released last (ACC-09). Its release may reach the server after the next page's
 * request for an address, so that request names the lease: a reload continues its own lease instead of taking a
 * second one.
 *
 * It is stored only when the page is left, never during playback: duplicating a tab copies its storage.
 */
const storageKey = 'ekran.leftPlace'
/** Without a heartbeat the server keeps a lease for this long; its id is useful only until then. */
const ofUseMs = 60_000

export function keepLeft(streamId: string): void {
  try {
    sessionStorage.setItem(storageKey, `${streamId} ${Date.now()}`)
  } catch {
    // Without storage only the release request reports it.
  }
}

/** Returns the lease released a moment ago, once; else null. */
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
