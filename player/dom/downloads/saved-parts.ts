/**
 * Parts of downloaded films as they arrived: encrypted. A download resumed after a pause, a lost connection or a
 * closed tab continues with them.
 */
const cacheName = 'ekran-films'
/** The cache of an earlier version of the site, which stored parts without encryption. */
const former = 'ekran-parts'
const bytesHeader = 'x-bytes'

/** A cache stores only addresses of http; the page of an app for iOS has an address of another kind. */
function requestOf(name: string) {
  const { protocol = 'https:' } = (globalThis as { readonly location?: Location }).location ?? {}
  return `${/^https?:$/.test(protocol) ? '' : 'https://app.invalid'}/kept/${name}`
}

function nameOf(request: Request) {
  return new URL(request.url).pathname.slice('/kept/'.length)
}

/** Null when it is not stored. */
export async function savedPart(name: string): Promise<ArrayBuffer | null> {
  try {
    const stored = await (await caches.open(cacheName)).match(requestOf(name))
    return stored === undefined ? null : await stored.arrayBuffer()
  } catch {
    return null
  }
}

/** A stored part as text; null when it is not stored. */
export async function savedText(name: string): Promise<string | null> {
  const stored = await savedPart(name)
  return stored === null ? null : new TextDecoder().decode(stored)
}

/** Rejects with a `QuotaExceededError` when there is no space. */
export async function savePart(name: string, data: ArrayBuffer | string): Promise<number> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const response = new Response(bytes, { headers: { [bytesHeader]: String(bytes.byteLength) } })
  await (await caches.open(cacheName)).put(requestOf(name), response)
  return bytes.byteLength
}

/** The names of the parts stored in a folder. */
export async function savedPartNames(folder: string): Promise<ReadonlySet<string>> {
  const cache = await caches.open(cacheName)
  return new Set((await cache.keys()).map(nameOf).filter((name) => name.startsWith(folder)))
}

/** Their total size; no part is read for it. */
export async function savedBytes(names: Iterable<string>): Promise<number> {
  const cache = await caches.open(cacheName)
  let sum = 0
  for (const name of names) sum += Number((await cache.match(requestOf(name)))?.headers.get(bytesHeader) ?? 0)
  return sum
}

/** Deletes the parts stored in a folder. */
export async function deleteParts(folder: string): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    for (const request of await cache.keys())
      if (nameOf(request).startsWith(folder)) await cache.delete(request)
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Frees the space of unencrypted downloads of an earlier version of the site. */
export async function deleteFormerStorage(): Promise<void> {
  try {
    await caches.delete(former)
    indexedDB.deleteDatabase('shaka_offline_db')
  } catch {
    // Without storage there is nothing to delete.
  }
}
