/**
 * Why a server cannot be reached over https. A browser does not tell a page about certificates: a rejected one fails like a
 * lost connection. But where the same host responds to a request without TLS, the network is there and only the secure
 * connection is not: the certificate, or the clock of this device.
 */

const limitMs = 5000

/** Responds to a request of which nothing but its end is read. */
export type Probe = (address: string) => Promise<unknown>

interface ProbeOptions {
  readonly probe?: Probe | undefined
  /** Where the port of http is known to belong to another site. */
  readonly securePortOnly?: boolean
}

/** True when the host of an https origin responds without TLS. False for every other origin. Never rejects. */
export async function respondsWithoutTls(
  origin: string,
  { probe = withoutReading, securePortOnly = false }: ProbeOptions = {},
): Promise<boolean> {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'https:') return false
  // A web server says at its secure port, too, that the request was no secure one.
  const secure = `http://${hostname}:${port === '' ? '443' : port}/`
  const addresses = securePortOnly ? [secure] : [secure, `http://${hostname}/`]
  const responses = await Promise.all(
    addresses.map((address) =>
      probe(address).then(
        () => true,
        () => false,
      ),
    ),
  )
  return responses.includes(true)
}

/** `no-cors` and `manual`: any response counts, also a redirect to https, which is not followed. */
function withoutReading(address: string): Promise<unknown> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), limitMs)
  const { signal } = abort
  const asked = {
    mode: 'no-cors',
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    signal,
  } as const
  return fetch(address, asked).finally(() => clearTimeout(timer))
}
