/** What a Host header may be to be written into a page or a sitemap: a name or an address, and a port. */
const likeHost = /^(?:[a-z0-9](?:[\w.-]{0,251}[a-z0-9])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The site's address without a closing slash: EKRAN_PUBLIC_URL, else what the request was sent to. A Host that is
 * none gives an empty one: addresses are then paths.
 */
export function siteOrigin(host: string | undefined, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  return host !== undefined && likeHost.test(host) ? `http://${host.toLowerCase()}` : ''
}
