/** One answer of the server that a source leads to, redirects followed, and into the local network only from there. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connectionFrom, type Connection } from './source-guard.ts'

const maxRedirects = 5

export interface GuardedResponse {
  /** To be read or destroyed. */
  readonly response: IncomingMessage
  /** The address that answered at last. */
  readonly from: URL
}

/**
 * Asks for `to`, which `source` as the operator wrote it has led to. Web addresses only.
 * @throws {SourceRefused} where it leads into the local network and the source is not there itself.
 */
export async function getGuarded(
  source: URL,
  to: URL,
  options: {
    readonly headers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
    /** How the source's own host is connected to. */
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
    const request = to.protocol === 'https:' ? httpsRequest : httpRequest
    request(to, { ...options, agent: false })
      .once('response', resolve)
      .on('error', reject)
      .end()
  })
}
