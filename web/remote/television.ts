/** Televisions: no mouse, one focus, and a Back key with a code and no name. */

/** Back on webOS and Tizen. */
const backCodes: readonly number[] = [461, 10009]

/** Decided before the first paint by the script in `index.html`; the server never draws for a television. */
export function isTelevision(): boolean {
  return typeof document !== 'undefined' && document.documentElement.hasAttribute('data-tv')
}

export function isBackKey({ keyCode }: { readonly keyCode: number }): boolean {
  return backCodes.includes(keyCode)
}
