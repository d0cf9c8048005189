/** Which page an app was opened at: by a link from the home screen, the set's own search or a phone. */
import { matchPage } from '#contract/form/pages.ts'

const maxLength = 2000

/** The path in a launch parameter if it is a page of ours; null for none, as at a plain start. */
export function launchPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLength || !/^\/(?!\/)/.test(value)) return null
  const [pathname = ''] = value.split(/[?#]/)
  return matchPage(pathname) === null ? null : value
}

const launchKey = 'ekran.launch'

/** False for the launch that this app has followed before it loaded its page again: the system still reports it. */
export function isNewLaunch(launch: unknown): boolean {
  try {
    const text = JSON.stringify(launch) ?? ''
    if (sessionStorage.getItem(launchKey) === text) return false
    sessionStorage.setItem(launchKey, text)
  } catch {
    // Without storage it is followed again.
  }
  return true
}

/** The first page stored under one of these names in a JSON object; null for anything else. */
export function pathInJson(text: unknown, names: readonly string[]): string | null {
  if (typeof text !== 'string' || text.length > 4 * maxLength) return null
  try {
    return pathInParameters(JSON.parse(text), names)
  } catch {
    return null
  }
}

/** The same in parameters that are already an object. */
export function pathInParameters(parameters: unknown, names: readonly string[]): string | null {
  if (typeof parameters !== 'object' || parameters === null) return null
  const values = names.map((name) => launchPath((parameters as Readonly<Record<string, unknown>>)[name]))
  return values.find((path) => path !== null) ?? null
}
