/** What an edge takes out of files of the installation. Pure; problems are added to the list. */
import { isIP } from 'node:net'

/** One prefix of the national network, or a hole in it. */
export interface InsidePrefix {
  readonly prefix: string
  readonly isInside: boolean
}

const maxPrefixes = 100_000

/** The secrets that sign tickets, out of the text of `secrets.json`. Nothing else of it is needed at an edge. */
export function ticketSecrets(text: string, problems: string[]): string[] {
  const secrets = secretsIn(text)
  const isUsable = (secret: unknown) => typeof secret === 'string' && /^[\w-]{32,200}$/.test(secret)
  if (secrets.length > 0 && secrets.length <= 10 && secrets.every(isUsable)) return secrets.map(String)
  problems.push('--secrets: the file has no ticketSecrets; secrets.json of the data folder is needed')
  return []
}

function secretsIn(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || !('ticketSecrets' in parsed)) return []
    return Array.isArray(parsed.ticketSecrets) ? parsed.ticketSecrets : []
  } catch {
    return []
  }
}

/** Addresses that are inside unless the list says otherwise, as the installation counts them. */
const alwaysInside = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]

/** The prefixes of a list of the national network: one a line, `!` before a hole, `#` before a comment. */
export function insidePrefixes(text: string, problems: string[]): InsidePrefix[] {
  const byPrefix = new Map(alwaysInside.map((prefix) => [prefix, true]))
  const lines = text.split('\n')
  if (lines.length > maxPrefixes) problems.push(`--inside: more than ${maxPrefixes} lines`)
  let named = 0
  lines.slice(0, maxPrefixes).forEach((line, index) => {
    const written = (line.split('#', 1)[0] ?? '').trim()
    if (written === '') return
    const isInside = !written.startsWith('!')
    const prefix = isInside ? written : written.slice(1).trim()
    if (!isPrefix(prefix))
      problems.push(`--inside, line ${index + 1}: "${written.slice(0, 60)}" is no prefix`)
    else {
      byPrefix.set(prefix, isInside)
      named += 1
    }
  })
  if (named === 0) problems.push('--inside: the list contains no prefix')
  return [...byPrefix].map(([prefix, isInside]) => ({ prefix, isInside }))
}

function isPrefix(text: string): boolean {
  const match = /^([0-9a-f.:]{2,45})(?:\/(\d{1,3}))?$/i.exec(text)
  const family = isIP(match?.[1] ?? '')
  return family !== 0 && Number(match?.[2] ?? 0) <= (family === 4 ? 32 : 128)
}
