/** Addresses of files stored on the device. */

/** A scheme of our own for addresses read from the device (`saved-film-scheme.ts`). */
export const savedOrigin = 'kept://device/'

/** The name of the stored file at such an address; null for any other address. */
export function savedNameOf(uri: string): string | null {
  return uri.startsWith(savedOrigin) ? uri.slice(savedOrigin.length) : null
}
