/** Whether a request comes from the console's own pages, and from no other site (cross-site request forgery). */
import type { IncomingHttpHeaders } from 'node:http'
import { consoleHeader } from '#contract/console/console-endpoint.ts'

/**
 * For requests that change something. The header cannot be sent by a form or a link, and a script of another site
 * would need a CORS permission for it, which this server gives to nobody. Beside it counts what the browser itself
 * says of the sender: `Sec-Fetch-Site`, or `Origin` from a browser without it.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (headers[consoleHeader] === undefined) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  return origin === undefined || isOwnOrigin(origin, headers.host, publicUrl)
}

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const sender = new URL(origin)
  if (publicUrl !== undefined && sender.origin === new URL(publicUrl).origin) return true
  return host !== undefined && sender.host === host.toLowerCase()
}
