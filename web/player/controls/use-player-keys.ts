/** Keys of the player, active anywhere on its page except in elements with keys of their own. */
import { useEffect, type RefObject } from 'react'
import {
  commandOf,
  commandOfAction,
  remoteCommandOf,
  type Command,
} from '#player/core/zapping/key-commands.ts'
import { actionOf } from '#web/remote/keys.ts'
import { isBackKey, isTelevision } from '#web/remote/television.ts'
import { useLatest } from '#web/state/use-latest.ts'

interface PlayerKeys {
  readonly frame: RefObject<HTMLElement | null>
  readonly mode: 'film' | 'television'
  /** Returns false when there is nothing to do, so that the key keeps its default action. */
  readonly run: (command: Command) => boolean
}

export function usePlayerKeys({ frame, mode, run }: PlayerKeys): void {
  const latest = useLatest(run)
  useEffect(() => {
    let current: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if (isTelevision() && leavesControls(event, frame.current)) return event.preventDefault()
      if (!isOurs(event, frame.current)) return
      const command = commandIn(event, mode)
      if (command?.kind === 'ok') {
        event.preventDefault()
        // Whether OK is short or long is known when the key is released, or held long enough.
        if (!event.repeat)
          current = setTimeout(() => ((current = undefined), latest.current({ kind: 'guide' })), longPressMs)
        return
      }
      // A held digit of a remote control is one digit.
      if (event.repeat && command?.kind === 'digit') return event.preventDefault()
      if (command !== null && latest.current(command)) event.preventDefault()
    }
    const onUp = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || current === undefined) return
      clearTimeout(current)
      current = undefined
      latest.current({ kind: 'ok' })
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('keyup', onUp)
    return () => {
      clearTimeout(current)
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('keyup', onUp)
    }
  }, [frame, mode, latest])
}

const longPressMs = 550
function commandIn(event: KeyboardEvent, mode: PlayerKeys['mode']): Command | null {
  const { code, key, ctrlKey, altKey, metaKey, shiftKey } = event
  const press = { code, key, ctrl: ctrlKey, alt: altKey, meta: metaKey, shift: shiftKey }
  if (!isTelevision()) return commandOf(press, mode)
  const action = actionOf(event)
  const command = action === null ? null : commandOfAction(action, mode)
  return command ?? remoteCommandOf(press, mode)
}

/** Keys are handled when the focus is in the player or nowhere; a focused button keeps Space and Enter. */
function isOurs(event: KeyboardEvent, frame: HTMLElement | null): boolean {
  const { target } = event
  if (!(target instanceof HTMLElement) || frame === null) return false
  if (target.closest('input, textarea, select, [contenteditable], [role="menu"]') !== null) return false
  const openDialog = document.querySelector('dialog[open]')
  if (openDialog !== null && !openDialog.contains(frame)) return false
  // After a navigation the shell focuses the main element.
  if (target === document.body || target.tagName === 'DIALOG' || target.tagName === 'MAIN') return true
  if (!frame.contains(target)) return false
  // On a television the arrows move the focus from button to button.
  if (isTelevision() && target !== frame && /^Arrow|^Enter$/.test(event.key)) return false
  const presses = event.code === 'Space' || event.code === 'Enter'
  return !(presses && target.closest('button, a') !== null)
}

/** Back on a button moves the focus to the video; only the next Back leaves the page. */
function leavesControls(event: KeyboardEvent, frame: HTMLElement | null): boolean {
  const { target } = event
  if (!isBackKey(event) || !(target instanceof HTMLElement)) return false
  if (frame === null || target === frame || !frame.contains(target)) return false
  if (target.closest('[data-problem], [role="menu"]') !== null) return false
  target.blur()
  return true
}

/** Focuses the current skip offer, else the first button of the row. */
export function focusControls(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>('[data-offer] button, [data-transport] button')?.focus()
}
