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

/**
 * A template of a provider's archive without credentials: placeholders stay, and of what is written out the host and the
 * last part of the path. A part of an address (`?utc={utc}`) is shown in the same way.
 */
export function shownTemplate(template: string): string {
  const [address = ''] = template.split('|')
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]*)?([^]*)$/i.exec(address) ?? []
  const mark = rest.indexOf('?')
  const [path, query] = mark < 0 ? [rest, undefined] : [rest.slice(0, mark), rest.slice(mark + 1)]
  const parts = path.split('/')
  const shownPath = parts.map((part, place) =>
    part === '' || part.includes('{') || (place === parts.length - 1 && part.includes('.')) ? part : '…',
  )
  const shownHost = origin.replace(/\/\/[^@]*@/, '//…@')
  return `${shownHost}${shownPath.join('/')}${query === undefined ? '' : `?${shownQuery(query)}`}`
}

function shownQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=')
      return pair.includes('{') || !pair.includes('=') ? pair : `${name}=…`
    })
    .join('&')
}

/** The fields of a changed thing as people may see them: without bookkeeping, and sources without credentials. */
export function shownFields(fields: Fields | null): Fields | null {
  if (fields === null) return null
  const shown = Object.entries(fields).filter(([name]) => !isHiddenField(name))
  return Object.fromEntries(shown.map(([name, value]) => [name, shownValue(name, value)]))
}

function shownValue(name: string, value: Json): Json {
  if (name === 'sources') return shownSources(value)
  if (name !== 'catchup' || value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const rule = value as Fields
  return typeof rule['source'] === 'string' ? { ...rule, source: shownTemplate(rule['source']) } : value
}

function shownSources(value: Json): Json {
  if (!Array.isArray(value)) return value
  return (value as readonly Json[]).map((source) => {
    const { url, protocol, is_own: isOwn } = source as Fields
    return { url: shownSource(String(url)), protocol: protocol ?? null, is_own: isOwn ?? null }
  })
}
