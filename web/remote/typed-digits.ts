/** The digits typed with a remote control outside the player, until their channel is opened; '' for none. */
import { maxDigits } from '#player/core/zapping/zapping.ts'
import { createStore, useStore } from '#web/state/create-store.ts'

export const typedDigits = createStore('')

export function typeDigit(digit: number): void {
  typedDigits.set((typedDigits.get() + String(digit)).slice(-maxDigits))
}

export function useTypedDigits(): string {
  return useStore(typedDigits, () => '')
}

/** A field, a dialog, the letters of the search and a player have their own use for digits. */
export function mayTypeChannel({ target }: KeyboardEvent): boolean {
  if (target instanceof Element && target.closest('input, textarea, select') !== null) return false
  return document.querySelector('dialog[open], [data-player], [data-beside]') === null
}
