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

/** How many host names a site without EKRAN_PUBLIC_URL accepts at once: `localhost`, an address or two, a name. */
const maxHosts = 8
/** A host name that was unused for so long can be replaced by another. */
const hostIdleMs = 10 * 60_000

/**
 * The site's address for pages rendered and cached per address. A client can send any Host header, so only so many
 * are stored at a time; all others share one page, whose addresses are paths.
 */
export function siteOrigins(
  publicUrl: string | undefined,
  nowMs: () => number = Date.now,
): (host: string | undefined) => string {
  /** Origin → when it was last requested, the latest last. */
  const cached = new Map<string, number>()
  return (host) => {
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
