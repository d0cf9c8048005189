/** A logout ends with the page read anew, and the word of it has to outlive that. Kept per tab. */
import type { SessionState } from './session-rules.ts'

const key = 'leave-taken'

export function takeLeave(): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // A private window that keeps nothing: the page itself shows a guest.
  }
}

/** True once after a logout in this tab. */
export function tookLeave(): boolean {
  try {
    const isTaken = sessionStorage.getItem(key) !== null
    if (isTaken) sessionStorage.removeItem(key)
    return isTaken
  } catch {
    return false
  }
}

/** A viewer became a guest, and nothing on the screen says why: the end of a session has words of its own. */
export function hasLeftBehind(
  before: Pick<SessionState, 'token' | 'farewell'>,
  now: Pick<SessionState, 'token' | 'farewell'>,
): boolean {
  return before.token !== null && before.farewell === null && now.token === null && now.farewell === null
}
