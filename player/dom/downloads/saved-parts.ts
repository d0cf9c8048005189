/**
 * Parts of films that are kept on the device, as they came: encrypted. A download that goes on after a pause, a lost
 * connection or a closed tab finds there what has come already.
 */
const cacheName = 'ekran-films'
/** Of an earlier version of the site, which kept parts as they are. */
const former = 'ekran-parts'
const bytesHeader = 'x-bytes'

function requestOf(name: string) {
  return `/kept/${name}`
}

function nameOf(request: Request) {
  return new URL(request.url).pathname.slice('/kept/'.length)
}

/** Null for what is not there. */
export async function savedPart(name: string): Promise<ArrayBuffer | null> {
  try {
    const stored = await (await caches.open(cacheName)).match(requestOf(name))
    return stored === undefined ? null : await stored.arrayBuffer()
  } catch {
    return null
  }
}

/** A saved part as text; null when it is not there. */
export async function savedText(name: string): Promise<string | null> {
  const stored = await savedPart(name)
  return stored === null ? null : new TextDecoder().decode(stored)
}

/** Rejects with a `QuotaExceededError` when there is no space. */
export async function savePart(name: string, data: ArrayBuffer | string): Promise<number> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const answer = new Response(bytes, { headers: { [bytesHeader]: String(bytes.byteLength) } })
  await (await caches.open(cacheName)).put(requestOf(name), answer)
  return bytes.byteLength
}

/** Names of what is kept in a folder. */
export async function savedPartNames(folder: string): Promise<ReadonlySet<string>> {
  const cache = await caches.open(cacheName)
  return new Set((await cache.keys()).map(nameOf).filter((name) => name.startsWith(folder)))
}

/** What these weigh; nothing is read for it. */
export async function savedBytes(names: Iterable<string>): Promise<number> {
  const cache = await caches.open(cacheName)
  let sum = 0
  for (const name of names) sum += Number((await cache.match(requestOf(name)))?.headers.get(bytesHeader) ?? 0)
  return sum
}

/** Forgets what is kept in a folder. */
export async function deleteParts(folder: string): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    for (const request of await cache.keys())
      if (nameOf(request).startsWith(folder)) await cache.delete(request)
  } catch {
    // Nothing was kept where nothing can be.
  }
}

/** Frees the space of what an earlier version of the site has kept, without encryption. */
export async function deleteFormerStorage(): Promise<void> {
  try {
    await caches.delete(former)
    indexedDB.deleteDatabase('shaka_offline_db')
  } catch {
    // Nothing was kept where nothing can be.
  }
}
