/** The id of the service of every host that belongs to no other one. */
export const mainService = 1

/** The accepted form of a Host header in a page or a sitemap: a name or an address, and a port. */
const likeHost = /^(?:[a-z0-9](?:[\w.-]{0,251}[a-z0-9])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The site's address without a closing slash: EKRAN_PUBLIC_URL, else the host of the request. An invalid Host gives
 * an empty one: addresses are then paths.
 */
export function siteOrigin(host: string | undefined, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  return host !== undefined && likeHost.test(host) ? `http://${host.toLowerCase()}` : ''
}

/**
 * EKRAN_PUBLIC_URL for a host of the main service; for a host of another one its own address, with the scheme and the
 * port of the public one. `serviceAt` is the service of a `Host` header.
 */
export function publicUrlAt(
  host: string | undefined,
  publicUrl: string | undefined,
  serviceAt: (host: string | undefined) => number,
): string | undefined {
  if (publicUrl === undefined || host === undefined || serviceAt(host) === mainService) return publicUrl
  const { protocol, port } = new URL(publicUrl)
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  return `${protocol}//${name}${port === '' ? '' : `:${port}`}`
}

/** How many host names a site without EKRAN_PUBLIC_URL accepts at once: `localhost`, an address or two, a name. */
const maxHosts = 8
/** A host name that was unused for so long can be replaced by another. */
const hostIdleMs = 10 * 60_000

/**
 * The site's address for pages rendered and cached per address. A client can send any Host header, so only so many
 * are stored at a time; all others share one page, whose addresses are paths. `urlAt` is the public address for a host.
 */
export function siteOrigins(
  urlAt: (host: string | undefined) => string | undefined,
  nowMs: () => number = Date.now,
): (host: string | undefined) => string {
  /** Origin → when it was last requested, the latest last. */
  const cached = new Map<string, number>()
  return (host) => {
    const publicUrl = urlAt(host)
    const origin = siteOrigin(host, publicUrl)
    if (publicUrl !== undefined || origin === '') return origin
    const now = nowMs()
    if (!cached.delete(origin) && cached.size >= maxHosts) {
      const [oldest] = cached
      if (oldest === undefined || now - oldest[1] < hostIdleMs) return ''
      cached.delete(oldest[0])
    }
    cached.set(origin, now)
    return origin
  }
}
