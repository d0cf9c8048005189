/** Keys that work everywhere in the console, on any keyboard layout. */
import { useEffect } from 'react'
import { letterKeys } from '#console/session/preferences.ts'

export interface ShortcutActs {
  readonly openPalette: () => void
  readonly openHelp: () => void
  /** By the code of the key after G; false when there is no such page. */
  readonly goTo: (code: string) => boolean
}

/** How long the second key may come after G. */
const sequenceMs = 1500

/** Listens while the shell is shown. Keys typed into a field or in a dialog are left alone. */
export function useShortcuts({ openPalette, openHelp, goTo }: ShortcutActs): void {
  useEffect(() => {
    let afterG = 0
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK' && !isDialogOpen()) {
        event.preventDefault()
        return openPalette()
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOpen()) return
      if (letterKeys.get() === 'off') return
      if (event.timeStamp - afterG < sequenceMs && goTo(event.code)) {
        afterG = 0
        return event.preventDefault()
      }
      afterG = event.code === 'KeyG' && !event.shiftKey ? event.timeStamp : 0
      if (event.key === '?') openHelp()
      if (event.code === 'Slash' && !event.shiftKey) focusFilter(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [openPalette, openHelp, goTo])
}

function focusFilter(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (field === null) return
  event.preventDefault()
  field.focus()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}

function isDialogOpen(): boolean {
  return (
    document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null
  )
}
