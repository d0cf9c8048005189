import { useEffect, useState, type RefObject } from 'react'
import { actionOf } from '#web/remote/keys.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useLatest } from '#web/state/use-latest.ts'

/** Shows a card over the page, also over a player in full screen; older engines show it in place, below such a player. */
export function useOverPage(card: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    try {
      card.current?.showPopover()
    } catch {
      card.current?.removeAttribute('popover')
    }
  }, [card])
}

/**
 * Where such a card belongs: into a player that has the whole window, because all that is outside of a modal dialog can
 * be neither pressed nor read out. Null: where it is rendered.
 */
export function useOverlayPlace(): Element | null {
  const [place] = useState(() => document.querySelector('dialog[data-full-window][open]'))
  return place
}

/** A form or a question has the focus: a press of OK is meant for it. */
function isBusy(): boolean {
  const { activeElement } = document
  return activeElement?.closest('dialog:not([data-full-window]), input, textarea') != null
}

/**
 * The keys of a card that takes no focus: Esc and a remote control's Back close it, a remote control's OK runs `onOk`, where
 * there is one; all other keys go where they went before, and so does a key that stays down.
 */
export function useCardKeys(onClose: () => void, onOk: (() => void) | null): void {
  const run = useLatest({ onClose, onOk })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event)?.kind
      const isOk = isTelevision() && action === 'ok' && run.current.onOk !== null && !isBusy()
      const closes = event.key === 'Escape' || (isTelevision() && action === 'back')
      if (event.repeat || (!isOk && !closes)) return
      event.preventDefault()
      event.stopPropagation()
      if (isOk) run.current.onOk?.()
      else run.current.onClose()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [run])
}

/** Closes a card after this time. */
export function useClosing(onClose: () => void, staysMs: number): void {
  const close = useLatest(onClose)
  useEffect(() => {
    const timer = setTimeout(() => close.current(), staysMs)
    return () => clearTimeout(timer)
  }, [close, staysMs])
}
