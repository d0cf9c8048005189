/** Files stored on the device; the code that reads them is loaded with the first one. */
import type * as reader from './read-saved.ts'

/** The reader is a file of the site, which offline viewing has stored. */
const limitMs = 15_000

/**
 * The decrypted content at the address; null when it or its key is not stored. Rejects when the code that reads it
 * does not load within fifteen seconds.
 */
export async function readSavedFile(uri: string): Promise<ArrayBuffer | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the reader of downloads did not load in time')), limitMs)
  })
  const loading: Promise<typeof reader> = import('./read-saved.ts')
  const { readSaved } = await Promise.race([loading, late]).finally(() => clearTimeout(timer))
  return readSaved(uri)
}
