import { useEffect, useState } from 'react'
import { IdlePrompt } from '#player/core/screen/idle-prompt.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'

/** A moved mouse does not count: a page that moves under the mouse looks the same. */
const touches = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Records every input of the viewer while the component is mounted; remote controls send keys. */
export function useAttention(): IdlePrompt {
  const [attention] = useState(() => new IdlePrompt(browserTimers))
  useEffect(() => {
    const note = () => attention.noteTouch()
    for (const name of touches) window.addEventListener(name, note, { capture: true, passive: true })
    return () => {
      for (const name of touches) window.removeEventListener(name, note, { capture: true })
    }
  }, [attention])
  return attention
}
