/** What an edge is made of, read from the arguments of `write-edge.ts` and checked. Pure. */
import { parseArgs } from 'node:util'
import { type InsidePrefix, insidePrefixes, ticketSecrets } from './edge-files.ts'

/** A server that nginx requests: its address, and how much of the load it gets. */
export interface EdgeServer {
  /** `host:port`. */
  readonly address: string
  readonly weight: number
}

/** Who decides whether a ticket opens a file. */
export type TicketCheck =
  /** The origin, once in ten seconds for each ticket. */
  | { readonly kind: 'origin' }
  /** The edge, with the secrets that sign tickets; the origin says once in ten seconds for all what is closed. */
  | {
      readonly kind: 'local'
      readonly secrets: readonly string[]
      /** The national network; none: everybody is inside. */
      readonly inside: readonly InsidePrefix[]
    }

export interface EdgeOptions {
  /** The public names, the first one names the certificate. */
  readonly names: readonly string[]
  /** Where everything but media is requested. */
  readonly origins: readonly EdgeServer[]
  /** Where the console is requested: uploads and drafts are files of one machine. */
  readonly consoles: readonly EdgeServer[]
  /** Where media (`/p/`) is requested. */
  readonly media: readonly EdgeServer[]
  /** How the certificate of the servers behind is checked; undefined: they are requested without TLS. */
  readonly originTls: { readonly name: string; readonly authorities: string } | undefined
  /** Media and the check of the edge only, not the site and the console: for an edge on a machine of somebody else. */
  readonly isMediaOnly: boolean
  /** Addresses of edges that request this one; empty: it is no shield. */
  readonly shields: readonly string[]
  readonly check: TicketCheck
  /** How long what the origin says of a ticket is used. */
  readonly verdictSec: number
  readonly cacheGb: number
  /** The part of the cache that is for films, 0 to 1. */
  readonly filmShare: number
  readonly certificate: string
  readonly key: string
  readonly listen: { readonly https: string; readonly http: string }
  readonly folders: EdgeFolders
}

/** Where the files are on the edge. */
export interface EdgeFolders {
  readonly config: string
  readonly cache: string
  readonly log: string
  /** Where certbot writes the files that prove the name. */
  readonly acme: string
}

export type ReadOptions =
  | { readonly kind: 'options'; readonly options: EdgeOptions; readonly out: string }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] }

const flags = {
  name: { type: 'string', multiple: true },
  origin: { type: 'string', multiple: true },
  media: { type: 'string', multiple: true },
  console: { type: 'string' },
  'media-only': { type: 'boolean', default: false },
  'origin-tls': { type: 'string' },
  'origin-ca': { type: 'string', default: '/etc/ssl/certs/ca-certificates.crt' },
  'shield-for': { type: 'string', multiple: true },
  check: { type: 'string', default: 'origin' },
  secrets: { type: 'string' },
  inside: { type: 'string' },
  'everybody-inside': { type: 'boolean', default: false },
  'verdict-seconds': { type: 'string', default: '10' },
  'cache-gb': { type: 'string', default: '100' },
  'film-share': { type: 'string', default: '0.6' },
  certificate: { type: 'string' },
  key: { type: 'string' },
  out: { type: 'string' },
} as const

export const usage = `Usage: node deploy/edge/write-edge.ts --name NAME --origin HOST:PORT --out FOLDER [options]

Writes the configuration of an nginx edge into FOLDER. deploy/edge/README.md explains every step.

  --name NAME           public name of the service; repeat it for further names
  --origin HOST:PORT    a server with the part api; repeat it for further ones; ;weight=N gives one more of the load
  --media HOST:PORT     a server with the part media, or a shield; repeat it; without it media comes from the origins
  --console HOST:PORT   the server with the part api that has the installation's data folder, where others have not
  --media-only          media and /healthz only, no site and no console: for an edge on a partner's machine
  --origin-tls NAME     the servers above are requested by TLS, and their certificate must be for NAME
  --origin-ca FILE      the authorities that may have issued it, default those of the system
  --shield-for ADDRESS  this edge is a shield: ADDRESS (or prefix) is an edge that requests it; repeat it
  --check origin|local  who checks tickets: the origin (default), or the edge itself with the two options below
  --secrets FILE        secrets.json of the installation; only its ticket secrets are taken out of it
  --inside FILE         the list of the national network, the same as for "ekran network import"
  --everybody-inside    instead of it, where the installation has no such list
  --verdict-seconds N   how long what the origin says of a ticket is used, 5 to 300, default 10
  --cache-gb N          size of the cache on the disk, default 100
  --film-share N        the part of it that is for films, 0 to 1, default 0.6
  --certificate FILE, --key FILE   default: those of certbot for the first name
`

/** Reads the arguments of the command line. `readText` reads a file that one of them names; undefined: it is not there. */
export function readOptions(
  args: readonly string[],
  readText: (path: string) => string | undefined,
): ReadOptions {
  const problems: string[] = []
  const values = parsedArguments(args, problems)
  if (values === undefined) return { kind: 'wrong', problems }
  const names = values.name ?? []
  for (const name of names)
    if (!/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(name))
      problems.push(`--name ${name}: a host name is needed`)
  const [first] = names
  if (first === undefined) problems.push('--name is missing: the public name of the service')
  const origins = readServers('--origin', values.origin ?? [], problems)
  if (origins.length === 0) problems.push('--origin is missing: host:port of a server with the part api')
  const media = readServers('--media', values.media ?? [], problems)
  const consoles = readServers('--console', values.console === undefined ? [] : [values.console], problems)
  const out = values.out ?? ''
  if (out === '') problems.push('--out is missing: the folder to write into')
  const verdictSec = readNumber('--verdict-seconds', values['verdict-seconds'], [5, 300], problems)
  const cacheGb = readNumber('--cache-gb', values['cache-gb'], [5, 1_000_000], problems)
  const filmShare = readNumber('--film-share', values['film-share'], [0.05, 0.95], problems)
  const check = readCheck(values, readText, problems)
  if (values['media-only'] && consoles.length > 0)
    problems.push('--media-only passes on no console: leave --console out')
  const authorities = values['origin-ca']
  for (const path of [values.certificate, values.key, authorities, out])
    if (path !== undefined && /[\s;{}"'$\\]/.test(path))
      problems.push(`${path}: a path without blanks and quotes is needed`)
  const tlsName = values['origin-tls']
  if (tlsName !== undefined && !/^[\w.-]{1,253}$/.test(tlsName))
    problems.push(`--origin-tls ${tlsName}: a host name is needed`)
  const originTls = tlsName === undefined ? undefined : { name: tlsName, authorities }
  const shields = values['shield-for'] ?? []
  for (const shield of shields)
    if (!/^[0-9a-f.:]{2,45}(\/\d{1,3})?$/i.test(shield))
      problems.push(`--shield-for ${shield}: an address or a prefix is needed`)
  if (problems.length > 0 || first === undefined) return { kind: 'wrong', problems }
  const certificates = `/etc/letsencrypt/live/${first}`
  const options: EdgeOptions = {
    ...{ names, origins, originTls, shields, check, verdictSec, cacheGb, filmShare },
    consoles: consoles.length === 0 ? origins : consoles,
    media: media.length === 0 ? origins : media,
    isMediaOnly: values['media-only'],
    certificate: values.certificate ?? `${certificates}/fullchain.pem`,
    key: values.key ?? `${certificates}/privkey.pem`,
    listen: { https: '443', http: '80' },
    folders: {
      config: '/etc/nginx/ekran',
      cache: '/var/cache/ekran',
      log: '/var/log/nginx',
      acme: '/var/www/acme',
    },
  }
  return { kind: 'options', options, out }
}

function parsedArguments(args: readonly string[], problems: string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: false }).values
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function readServers(flag: string, texts: readonly string[], problems: string[]): EdgeServer[] {
  return texts.flatMap((text) => {
    const match = /^((?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\]):(\d{1,5}))(?:;weight=([1-9]\d{0,2}))?$/i.exec(
      text,
    )
    const [, address = '', port = '', weight = '1'] = match ?? []
    if (match === null || Number(port) < 1 || Number(port) > 65_535) {
      problems.push(`${flag} ${text}: host:port is needed, such as 10.0.0.5:8080 or 10.0.0.5:8080;weight=2`)
      return []
    }
    return [{ address, weight: Number(weight) }]
  })
}

function readNumber(
  flag: string,
  text: string,
  [min, max]: readonly [number, number],
  problems: string[],
): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= min && value <= max))
    problems.push(`${flag} ${text}: a number from ${min} to ${max} is needed`)
  return value
}

interface CheckFlags {
  readonly check: string
  readonly secrets?: string | undefined
  readonly inside?: string | undefined
  readonly 'everybody-inside': boolean
}

function readCheck(
  { check, secrets, inside, 'everybody-inside': isEverybody }: CheckFlags,
  readText: (path: string) => string | undefined,
  problems: string[],
): TicketCheck {
  if (check === 'origin') {
    if (secrets !== undefined || inside !== undefined || isEverybody)
      problems.push('--secrets, --inside and --everybody-inside are for --check local only')
    return { kind: 'origin' }
  }
  if (check !== 'local') problems.push(`--check ${check}: origin or local is needed`)
  if (secrets === undefined) problems.push('--check local needs --secrets: the path of secrets.json')
  if ((inside === undefined) !== isEverybody)
    problems.push('--check local needs either --inside FILE or --everybody-inside')
  const read = (flag: string, path: string | undefined) => {
    const text = path === undefined ? undefined : readText(path)
    if (path !== undefined && text === undefined) problems.push(`${flag} ${path}: the file cannot be read`)
    return text
  }
  const secretsText = read('--secrets', secrets)
  const listText = read('--inside', inside)
  return {
    kind: 'local',
    secrets: secretsText === undefined ? [] : ticketSecrets(secretsText, problems),
    inside: listText === undefined ? [] : insidePrefixes(listText, problems),
  }
}
