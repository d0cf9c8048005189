/** What is special about a television: no mouse, one focus, and a Back key that has a number and no name. */

/** Back on webOS and Tizen. */
const backCodes: readonly number[] = [461, 10009]

/** Decided before the page is drawn, by the script in `index.html`; a server draws for none. */
export function isTelevision(): boolean {
  return typeof document !== 'undefined' && document.documentElement.hasAttribute('data-tv')
}

export function isBackKey({ keyCode }: { readonly keyCode: number }): boolean {
  return backCodes.includes(keyCode)
}
