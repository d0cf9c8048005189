/** A message for viewers who are no longer logged in: after a logout here or in another tab. */
import { useEffect } from 'react'
import { useText } from '#web/session/text.ts'
import { hasLeftBehind, tookLeave } from '#web/session/logout-flag.ts'
import { session } from '#web/session/session.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useLatest } from '#web/state/use-latest.ts'

export function useWordOfLeaving(): void {
  const t = useText()
  const latest = useLatest(t)
  useEffect(() => {
    const say = () => session.get().token === null && showToast(latest.current('session.left'))
    if (tookLeave()) say()
    let before = session.get()
    const stop = session.subscribe(() => {
      const now = session.get()
      if (hasLeftBehind(before, now)) whenSeen(say)
      before = now
    })
    return stop
  }, [latest])
}

/** A message that disappears after seconds is shown only on a visible tab. */
function whenSeen(say: () => void): void {
  if (document.visibilityState === 'visible') return say()
  document.addEventListener('visibilitychange', say, { once: true })
}
