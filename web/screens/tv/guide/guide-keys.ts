/** The command of a key in the grid. Pure. */
import type { Move } from './model/walk.ts'

export interface Pressed {
  readonly key: string
  readonly code: string
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
  // The two channel keys of a remote control.
  ChannelUp: 'pageUp',
  ChannelDown: 'pageDown',
  Home: 'now',
}
const withControl: Readonly<Record<string, Move>> = {
  ArrowLeft: 'dayBefore',
  ArrowRight: 'dayAfter',
  Home: 'firstRow',
  End: 'lastRow',
}

export function moveOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): Move | null {
  if (altKey || shiftKey) return null
  return (ctrlKey || metaKey ? withControl[key] : plain[key]) ?? null
}

/** The menu of a cell: the menu key, or M in any keyboard layout. */
export function isMenuKey({ key, code, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return key === 'ContextMenu' || (code === 'KeyM' && !ctrlKey && !metaKey && !altKey)
}
