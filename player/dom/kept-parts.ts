/**
 * Parts of a film that is being saved. The library begins a download anew each time; what had come already is kept
 * here meanwhile and need not come again after a pause, a lost connection or a closed tab.
 */
const CACHE = 'ekran-parts'

/** Names a part whatever ticket its address carries; `range` is the request's header. */
export function partName(address: string, range: string | undefined): string {
  const path = new URL(address).pathname.replace(/^\/p\/[^/]+\//, '/')
  return `/kept-parts${path}?${encodeURIComponent(range ?? 'whole')}`
}

/** The folder of a film in the names of its parts. */
export const partsFolder = (address: string): string =>
  partName(address, undefined).replace(/\/[^/]*\?.*$/, '/')

export async function keptPart(name: string): Promise<ArrayBuffer | null> {
  try {
    const found = await (await caches.open(CACHE)).match(name)
    return found === undefined ? null : await found.arrayBuffer()
  } catch {
    return null
  }
}

/** A part that could not be kept only has to come again. */
export async function keepPart(name: string, data: BufferSource): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(name, new Response(data))
  } catch {
    // No space: the library's own storage says so with words.
  }
}

/** Forgets the parts of a film; all of them when no folder is named. */
export async function forgetParts(folder: string): Promise<void> {
  try {
    const cache = await caches.open(CACHE)
    for (const request of await cache.keys())
      if (new URL(request.url).pathname.startsWith(folder)) await cache.delete(request)
  } catch {
    // Nothing was kept where nothing can be.
  }
}
