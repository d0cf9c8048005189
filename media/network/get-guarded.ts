/** One response of a source's server, after redirects; local addresses only if the source itself is local. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connectionFrom, type Connection } from './source-guard.ts'

const maxRedirects = 5

export interface GuardedResponse {
  /** The caller must read or destroy it. */
  readonly response: IncomingMessage
  /** The final URL after redirects. */
  readonly from: URL
}

/**
 * Requests `to`, an address that was reached from `source` as the operator wrote it. Web addresses only.
 * @throws {SourceRefused} when it leads into the local network and the source itself is not local.
 */
export async function getGuarded(
  source: URL,
  to: URL,
  options: {
    readonly headers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
    /** How to connect to the source's own host. */
    readonly own?: Connection
  },
): Promise<GuardedResponse> {
  let from = to
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await ask(from, { ...options, ...connectionFrom(source, from, options.own) })
    const { statusCode = 0, headers } = answer
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined)
      return { response: answer, from }
    answer.destroy()
    from = new URL(headers.location, from)
  }
  throw new Error('it redirects in a circle')
}

function ask(
  to: URL,
  options: Connection & { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (!/^https?:$/.test(to.protocol)) return reject(new Error('it leads to another protocol'))
    const common = { ...options, agent: false, insecureHTTPParser: true } as const
    // As where the stream itself is read: certificates of television sources are not verified.
    const request =
      to.protocol === 'https:'
        ? httpsRequest(to, { ...common, rejectUnauthorized: false })
        : httpRequest(to, common)
    request.once('response', resolve).on('error', reject).end()
  })
}
