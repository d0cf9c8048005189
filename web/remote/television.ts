/** Televisions: no mouse, one focus, and keys of a remote control with codes and no names. */
import { actionOf } from './keys.ts'

/** Decided before the first paint by the script in `index.html`; the server never renders for a television. */
export function isTelevision(): boolean {
  return typeof document !== 'undefined' && document.documentElement.hasAttribute('data-tv')
}

export function isBackKey(key: { readonly key: string; readonly keyCode: number }): boolean {
  return actionOf(key)?.kind === 'back'
}
