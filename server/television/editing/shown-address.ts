import { type Fields, type Json, isHiddenField } from '#server/changes/changes.ts'

/**
 * The address of a source without credentials: providers put them into the user, the query, and also the path
 * (`/live/<user>/<password>/7.ts`), of which only the last part stays. A file's path is shown as it is.
 */
export function shownSource(address: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address
  try {
    const { protocol, host, pathname, search } = new URL(address)
    const parts = pathname.split('/').filter(Boolean)
    const path = parts.length > 1 ? `/…/${parts.at(-1)}` : pathname
    return `${protocol}//${host}${path}${search === '' ? '' : '?…'}`
  } catch {
    return 'an address that cannot be read'
  }
}

/** The fields of a changed thing as people may see them: without bookkeeping, and sources without credentials. */
export function shownFields(fields: Fields | null): Fields | null {
  if (fields === null) return null
  const shown = Object.entries(fields).filter(([name]) => !isHiddenField(name))
  return Object.fromEntries(
    shown.map(([name, value]) => [name, name === 'sources' ? shownSources(value) : value]),
  )
}

function shownSources(value: Json): Json {
  if (!Array.isArray(value)) return value
  return (value as readonly Json[]).map((source) => {
    const { url, protocol, is_own: isOwn } = source as Fields
    return { url: shownSource(String(url)), protocol: protocol ?? null, is_own: isOwn ?? null }
  })
}
