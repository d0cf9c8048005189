/**
 * A local HTTP proxy for a program that fetches what an external server names: playlists, segments, keys, redirects.
 * It resolves every name itself, connects only to the address it has checked, and makes the TLS connections, so that
 * the program needs no other network access. It listens only on the loopback interface and rejects requests without
 * the key of a session.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ManifestTranslator } from './manifest-translator.ts'
import { ProxySession } from './proxy-session.ts'
import type { Connection } from './source-guard.ts'

const maxConnections = 2048
const keyBytes = 24
const defaultSilenceMs = 10_000

/** Listens while there are sessions. */
export class ForwardProxy {
  /** How to connect to the sources' own hosts; empty for the system default. */
  readonly own: Connection
  readonly #silenceMs: number
  readonly #sessions = new Map<string, ProxySession>()
  /** Number of sessions, including those being opened. */
  #users = 0
  #listening: Promise<Server> | undefined

  /** `silenceMs`: how long a server may send nothing while the program reads. */
  constructor(own: Connection = {}, silenceMs = defaultSilenceMs) {
    this.own = own
    this.#silenceMs = silenceMs
  }

  /**
   * Opens proxy access for one source, until it is closed. With a `translator` its manifests reach the program as HLS
   * playlists. Rejects when this machine has no free port.
   */
  async open(source: URL, translator?: ManifestTranslator): Promise<ProxySession> {
    this.#users++
    try {
      const server = await (this.#listening ??= this.#listen())
      const { port } = server.address() as AddressInfo
      const key = randomBytes(keyBytes).toString('hex')
      const proxyUrl = `http://${key}:@127.0.0.1:${port}`
      const limits = { own: this.own, silenceMs: this.#silenceMs, translator }
      const session = new ProxySession(source, proxyUrl, limits, () => {
        if (this.#sessions.delete(key)) this.#leave()
      })
      this.#sessions.set(key, session)
      return session
    } catch (error) {
      this.#leave()
      throw error
    }
  }

  /** Closes every session. */
  close(): void {
    for (const session of this.#sessions.values()) session.close()
  }

  async #listen(): Promise<Server> {
    const server = createServer({ keepAliveTimeout: 30_000, headersTimeout: 5000 }, (request, response) =>
      this.#response(request, response),
    )
    server.maxConnections = maxConnections
    // CONNECT is rejected: the proxy cannot check what passes through a tunnel.
    server.on('connect', (_request, socket) => socket.end('HTTP/1.1 405 Method Not Allowed\r\n\r\n'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }

  #response(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => undefined)
    const session = this.#sessionOf(request)
    if (session !== undefined) return void session.forward(request, response)
    response.writeHead(407, { 'proxy-authenticate': 'Basic realm="sources"', connection: 'close' }).end()
  }

  #sessionOf({ headers }: IncomingMessage): ProxySession | undefined {
    const basic = /^Basic ([\w+/=]{1,200})$/.exec(headers['proxy-authorization'] ?? '')?.[1]
    const [key = ''] = Buffer.from(basic ?? '', 'base64')
      .toString('latin1')
      .split(':')
    return this.#sessions.get(key)
  }

  #leave(): void {
    if (--this.#users > 0) return
    const listening = this.#listening
    this.#listening = undefined
    const close = (server: Server): void => {
      server.close()
      server.closeAllConnections()
    }
    void listening?.then(close, () => undefined)
  }
}
