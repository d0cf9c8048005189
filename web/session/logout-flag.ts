/** A logout ends with a reload; this flag, stored per tab, lets the reloaded page show a message about it. */
import type { SessionState } from './session-rules.ts'

const key = 'leave-taken'

export function takeLeave(): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Without storage no message: the page shows a guest anyway.
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

/**
 * A viewer became a guest and no screen explains why; the end of a session by the server has messages of its own.
 */
export function hasLeftBehind(
  before: Pick<SessionState, 'token' | 'sessionEndNotice'>,
  now: Pick<SessionState, 'token' | 'sessionEndNotice'>,
): boolean {
  return (
    before.token !== null &&
    before.sessionEndNotice === null &&
    now.token === null &&
    now.sessionEndNotice === null
  )
}
