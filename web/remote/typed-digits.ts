/** The digits typed with a remote control outside the player, until their channel is opened; '' for none. */
import { maxDigits } from '#player/core/zapping/zapping.ts'
import { createStore, useStore } from '#web/state/create-store.ts'
import { needsServerAddress } from '#web/state/site-address.ts'

export const typedDigits = createStore('')

/** When the last one was typed, ms of `performance.now()`. */
let typedAtMs = 0
/** Digits whose channel could not be opened for this long are no longer meant. */
const meantForMs = 5000

export function typeDigit(digit: number): void {
  typedAtMs = performance.now()
  typedDigits.set((typedDigits.get() + String(digit)).slice(-maxDigits))
}

/** Takes them back; false where there were none. */
export function dropDigits(): boolean {
  const hadDigits = typedDigits.get() !== ''
  if (hadDigits) typedDigits.set('')
  return hadDigits
}

/** Takes back what was typed long before it could be shown. */
export function dropOldDigits(): void {
  if (performance.now() - typedAtMs > meantForMs) dropDigits()
}

export function useTypedDigits(): string {
  return useStore(typedDigits, () => '')
}

/** A field, a dialog, the letters of the search and a player have their own use for digits. */
export function mayTypeChannel({ target }: KeyboardEvent): boolean {
  if (needsServerAddress()) return false
  if (target instanceof Element && target.closest('input, textarea, select') !== null) return false
  return document.querySelector('dialog[open], [data-player], [data-beside]') === null
}
