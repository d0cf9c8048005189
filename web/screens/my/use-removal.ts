import { useEffect, useReducer, useState } from 'react'
import { useLatest } from '#web/state/use-latest.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { DelayedRemoval, type Leftover } from './delayed-removal.ts'
import { useMyText } from './my-text.ts'

function later(run: () => void, delayMs: number) {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** A removal that is sent when its delay is over, or when the page is left. */
export function useRemoval(send: (ids: readonly number[]) => Promise<Leftover | null>): DelayedRemoval {
  const t = useMyText()
  const latest = useLatest({ send, t })
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [removal] = useState(
    () =>
      new DelayedRemoval({
        later,
        send: (ids) => latest.current.send(ids),
        changed: render,
        failed: ({ message }) => showToast(message || latest.current.t('removeFailed')),
      }),
  )
  useEffect(() => {
    const leave = () => removal.flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [removal])
  return removal
}
