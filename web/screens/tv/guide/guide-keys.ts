/** The command of a key in the grid. Pure. */
import { actionOf } from '#web/remote/keys.ts'
import type { Move } from './model/walk.ts'

export interface Pressed {
  readonly key: string
  readonly code: string
  /** Samsung's and HbbTV's remotes send their keys by number only. */
  readonly keyCode: number
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const plain: Readonly<Record<string, Move>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'now',
}
const withControl: Readonly<Record<string, Move>> = {
  ArrowLeft: 'dayBefore',
  ArrowRight: 'dayAfter',
  Home: 'firstRow',
  End: 'lastRow',
}

/** The two channel keys of a remote control. */
const byAction: Readonly<Record<string, Move>> = { channelUp: 'pageUp', channelDown: 'pageDown' }

export function moveOf(pressed: Pressed): Move | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  if (altKey || shiftKey) return null
  if (ctrlKey || metaKey) return withControl[key] ?? null
  return plain[key] ?? byAction[actionOf(pressed)?.kind ?? ''] ?? null
}

/** The menu of a cell: the menu key, or M in any keyboard layout. */
export function isMenuKey({ key, code, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return key === 'ContextMenu' || (code === 'KeyM' && !ctrlKey && !metaKey && !altKey)
}
