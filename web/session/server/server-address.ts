/** The address of an operator's server as a viewer types it at the first start of an app, and whether it responds. */
import { createClient, type CallInit, type CallResponse } from '#contract/client.ts'
import { site } from '#contract/site/site.ts'
import { respondsWithoutTls, type Probe } from './plain-probe.ts'
import type { Language } from '#contract/form/failures.ts'

const limitMs = 8000
const maxLength = 200

/** Hosts of a home network: they have no certificate that everybody trusts. */
const withoutCertificate =
  /^(?:10\.|127\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[(?:::1\]|f[cde])|localhost$|.*\.(?:local|lan|home|internal|arpa)$)/

/**
 * The origins that `typed` can mean, the most likely first; null when it can mean none. Without a scheme both are
 * tried, https first.
 */
export function originsOf(typed: string): readonly string[] | null {
  const text = typed.trim().replace(/\s+/g, '')
  if (text === '' || text.length > maxLength) return null
  const hasScheme = /^https?:\/\//i.test(text)
  if (!hasScheme && /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return null
  const origins = hasScheme ? [originOf(text)] : [originOf(`https://${text}`), originOf(`http://${text}`)]
  const valid = origins.filter((origin) => origin !== null)
  return valid.length === 0 ? null : valid
}

/** Null for no address, and for a bare word: `ekran` is a search, not a host. */
function originOf(text: string): string | null {
  try {
    const { hostname, origin, username, password } = new URL(text)
    const isHost = hostname.includes('.') || hostname.startsWith('[') || hostname === 'localhost'
    return isHost && username === '' && password === '' ? origin : null
  } catch {
    return null
  }
}

export type ServerCheck =
  | { readonly kind: 'ok'; readonly origin: string; readonly company: string }
  | { readonly kind: 'invalid' }
  /** A server responded there that is not Ekran. */
  | { readonly kind: 'other' }
  | { readonly kind: 'silent' }
  /** It responds, but not over https: its certificate is not trusted here, or the clock is wrong. */
  | { readonly kind: 'insecure' }
  /** Only http responds, at a host that could have a certificate: a viewer has to type that they want it. */
  | { readonly kind: 'plain' }

type Fetch = (url: string, init: CallInit) => Promise<CallResponse>

/** Looks for Ekran at the typed address. Never throws; ends within ten seconds for each possible origin. */
export async function findServer(
  typed: string,
  language: Language,
  fetch: Fetch,
  probe?: Probe,
): Promise<ServerCheck> {
  const origins = originsOf(typed)
  if (origins === null) return { kind: 'invalid' }
  const [first = '', plain] = origins
  const check = await checkOrigin(first, language, fetch)
  if (check.kind !== 'silent') return check
  const second = plain === undefined ? check : await checkOrigin(plain, language, fetch)
  if (second.kind === 'ok')
    return withoutCertificate.test(new URL(second.origin).hostname) ? second : { kind: 'plain' }
  // A site that responds without TLS says nothing about its secure port.
  const isInsecure = await respondsWithoutTls(first, { probe, securePortOnly: second.kind === 'other' })
  return isInsecure ? { kind: 'insecure' } : second
}

async function checkOrigin(origin: string, language: Language, fetch: Fetch): Promise<ServerCheck> {
  let answered = false
  const call = createClient({
    origin,
    token: () => null,
    language: () => language,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      answered = true
      return response
    },
    timeoutMs: limitMs,
  })
  const result = await call(site.about, {})
  if (result.kind === 'ok' && typeof result.data?.company === 'string')
    return { kind: 'ok', origin, company: result.data.company }
  return { kind: answered ? 'other' : 'silent' }
}
