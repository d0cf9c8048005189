/** Gateway addresses in settings: protocol, account, host and a few parameters. */

export interface GatewayAddress {
  readonly protocol: 'smpp' | 'eskiz' | 'playmobile' | 'ari' | 'atmos'
  readonly host: string
  readonly port: number
  /** `https://host:port` of HTTP gateways; undefined for SMPP. */
  readonly origin: string | undefined
  readonly user: string
  readonly password: string
  readonly parameters: ReadonlyMap<string, string>
}

export type ReadGatewayAddress =
  | { readonly kind: 'read'; readonly address: GatewayAddress }
  /** Describes the error without any part of the address except parameter names. */
  | { readonly kind: 'wrong'; readonly problem: string }

interface Scheme {
  readonly protocol: GatewayAddress['protocol']
  readonly web?: 'http' | 'https'
  readonly port: number
  /** Each parameter and its accepted values. */
  readonly parameters: Readonly<Record<string, RegExp>>
  readonly deps?: string
}

const sender = /^[A-Za-z0-9 ._-]{1,15}$/
const smpp = { from: sender, alphabet: /^(gsm|ascii)$/, type: /^[\x21-\x7e]{1,12}$/ }
const ari = {
  endpoint: /^[\x21-\x7e]{0,200}\{phone\}[\x21-\x7e]{0,200}$/,
  context: /^[\w-]{1,79}$/,
  extension: /^[\w*#-]{1,79}$/,
  from: /^\+?\d{1,15}$/,
}
const atmos = { store: /^\d{1,10}$/, terminal: /^\w{1,20}$/, tests: /^on$/ }
const schemes: Readonly<Record<string, Scheme>> = {
  'smpp:': { protocol: 'smpp', port: 2775, parameters: smpp },
  'eskiz+https:': { protocol: 'eskiz', web: 'https', port: 443, parameters: { from: sender } },
  'eskiz+http:': { protocol: 'eskiz', web: 'http', port: 80, parameters: { from: sender } },
  'playmobile+https:': { protocol: 'playmobile', web: 'https', port: 443, parameters: { from: sender } },
  'playmobile+http:': { protocol: 'playmobile', web: 'http', port: 80, parameters: { from: sender } },
  'ari+https:': { protocol: 'ari', web: 'https', port: 8089, parameters: ari, deps: 'endpoint' },
  'atmos+https:': { protocol: 'atmos', web: 'https', port: 443, parameters: atmos, deps: 'store' },
  'atmos+http:': { protocol: 'atmos', web: 'http', port: 80, parameters: atmos, deps: 'store' },
  'ari+http:': { protocol: 'ari', web: 'http', port: 8088, parameters: ari, deps: 'endpoint' },
}

/** Splits a list of addresses at blanks and commas; a comma inside a password is written `%2C`. */
export function splitGatewayAddresses(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '')
}

export function readGatewayAddress(text: string, among: readonly string[]): ReadGatewayAddress {
  const wrong = (problem: string): ReadGatewayAddress => ({ kind: 'wrong', problem })
  const url = URL.parse(text)
  const scheme = url === null ? undefined : schemes[url.protocol]
  if (url === null || scheme === undefined || !among.includes(scheme.protocol))
    return wrong('is not an address of a known kind')
  if (url.hostname === '') return wrong('names no host')
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined) return wrong('has a `%` that is not followed by a code')
  if (user === '' || password === '') return wrong('has no user and password before the host')
  if (url.pathname !== '' && url.pathname !== '/') return wrong('has a path, which is not asked for')
  for (const [name, value] of url.searchParams) {
    const accepted = Object.hasOwn(scheme.parameters, name) ? scheme.parameters[name] : undefined
    if (accepted === undefined) return wrong(`has the parameter "${name.slice(0, 30)}", which is not known`)
    if (!accepted.test(value)) return wrong(`has a value of "${name}" that cannot be used`)
  }
  if (scheme.deps !== undefined && !url.searchParams.has(scheme.deps))
    return wrong(`lacks the parameter "${scheme.deps}"`)
  const port = url.port === '' ? scheme.port : Number(url.port)
  return {
    kind: 'read',
    address: {
      protocol: scheme.protocol,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port,
      origin: scheme.web === undefined ? undefined : `${scheme.web}://${url.hostname}:${port}`,
      user,
      password,
      parameters: new Map(url.searchParams),
    },
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
