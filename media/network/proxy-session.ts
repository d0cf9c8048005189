/** The proxy access of one source: its connections, its refused requests and its limits. */
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { icyConnection, isIcyAnswer } from './icy-connection.ts'
import type { ManifestTranslator } from './manifest-translator.ts'
import { headBytes, isPlaylist, TlsOrigins, rewriteAddresses } from './plain-playlist.ts'
import { connectionFrom, SourceRefused, type Connection } from './source-guard.ts'

/** A player requests one segment after the other, of video and audio. */
const maxAtOnce = 16
/** A playlist of seven days of two-second segments is smaller. */
const maxPlaylistBytes = 16_000_000
/** Headers that concern one connection only; they are not forwarded. */
const hopByHop =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|accept-encoding)$/

export class ProxySession {
  /** The source's address for ffmpeg: without TLS, since the proxy makes the TLS connection. */
  readonly url: string
  /** The value of `http_proxy` for the program, with the key of this session. */
  readonly proxyUrl: string
  readonly #source: URL
  readonly #own: Connection
  readonly #close: () => void
  readonly #origins = new TlsOrigins()
  readonly #translator: ManifestTranslator | undefined
  readonly #silenceMs: number
  readonly #agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent }
  readonly #stop = new AbortController()
  #atOnce = 0
  #onRefused: ((error: SourceRefused) => void) | undefined
  #onBroken: ((error: Error) => void) | undefined
  #lastError: Error | undefined
  #endsAreCertain = true
  #isEnding = false

  /** `silenceMs`: how long a server may send nothing while the program reads. */
  constructor(
    source: URL,
    proxyUrl: string,
    options: {
      readonly own: Connection
      readonly silenceMs: number
      readonly translator?: ManifestTranslator | undefined
    },
    close: () => void,
  ) {
    this.#source = source
    const { own, silenceMs, translator } = options
    this.#own = own
    this.#silenceMs = silenceMs
    this.#translator = translator
    // The time limit of an agent ends its unused connections only: a request without one of its own has none.
    const sockets = { keepAlive: true, maxFreeSockets: 4, timeout: silenceMs }
    this.#agents = { 'http:': new HttpAgent(sockets), 'https:': new HttpsAgent(sockets) }
    this.#close = close
    this.proxyUrl = proxyUrl
    this.url = this.#origins.plain(source.href, source)
  }

  /** Why the last request failed, also in the middle of its answer; undefined when a server answered it. */
  get lastError(): Error | undefined {
    return this.#lastError
  }

  /** Every answer has said where it ends. Without that, the end of an answer may be that of a broken connection. */
  get endsAreCertain(): boolean {
    return this.#endsAreCertain
  }

  /** Called with each refused address, before the program gets the response. */
  onRefused(listener: (error: SourceRefused) => void): void {
    this.#onRefused = listener
  }

  /** Called when a server cannot be reached, or its answer ends too early: the program may not notice. */
  onBroken(listener: (error: Error) => void): void {
    this.#onBroken = listener
  }

  /** Running answers end as they do; no server is requested any more. */
  stopRequests(): void {
    this.#isEnding = true
  }

  /** Ends running requests; no more responses are sent. */
  close(): void {
    this.#stop.abort()
    for (const agent of Object.values(this.#agents)) agent.destroy()
    this.#close()
  }

  /** Handles one request of the program. Never rejects. */
  async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = request.url ?? ''
    const isPlain = URL.canParse(address) && new URL(address).protocol === 'http:'
    if (request.method !== 'GET' || !isPlain) return void response.writeHead(405).end()
    if (this.#isEnding) return void response.writeHead(502).end()
    if (this.#atOnce >= maxAtOnce) return void response.writeHead(503).end()
    this.#atOnce++
    try {
      const requested = this.#origins.meant(new URL(address))
      const to = this.#translator?.split(requested) ?? { address: requested }
      await this.#relay(await this.#ask(to.address, request.headers, response), to, response)
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)), response)
    } finally {
      this.#atOnce--
    }
  }

  #fail(error: Error, response: ServerResponse): void {
    if (response.headersSent || response.destroyed) return void response.destroy()
    this.#note(error)
    response.writeHead(error instanceof SourceRefused ? 403 : 502).end()
  }

  #note(error: Error): void {
    if (this.#stop.signal.aborted || error === this.#lastError) return
    this.#lastError = error
    if (error instanceof SourceRefused) this.#onRefused?.(error)
    else this.#onBroken?.(error)
  }

  #ask(to: URL, headers: IncomingHttpHeaders, response: ServerResponse): Promise<IncomingMessage> {
    const connection = connectionFrom(this.#source, to, this.#own)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const common = {
      headers: endToEnd(headers),
      signal: AbortSignal.any([gone.signal, this.#stop.signal]),
      insecureHTTPParser: true,
      ...connection,
    }
    return new Promise((resolve, reject) => {
      const send = (isIcy = false): void => {
        // Certificates of television sources are not verified, as in ffmpeg by default.
        const outgoing =
          to.protocol === 'https:'
            ? httpsRequest(to, { ...common, agent: this.#agents['https:'], rejectUnauthorized: false })
            : httpRequest(to, {
                ...common,
                ...(isIcy
                  ? { createConnection: () => icyConnection(to, connection) }
                  : { agent: this.#agents['http:'] }),
              })
        const silence = setTimeout(() => outgoing.destroy(timedOut()), this.#silenceMs)
        outgoing.once('response', (answer) => {
          clearTimeout(silence)
          resolve(answer)
        })
        outgoing.on('error', (error: NodeJS.ErrnoException) => {
          clearTimeout(silence)
          // The server closed a kept-alive connection at the moment it was reused.
          if (outgoing.reusedSocket && error.code === 'ECONNRESET') send()
          else if (!isIcy && isIcyAnswer(error)) send(true)
          else reject(error)
        })
        outgoing.end()
      }
      send()
    })
  }

  async #relay(
    answer: IncomingMessage,
    { address: from, track }: { readonly address: URL; readonly track?: string },
    response: ServerResponse,
  ): Promise<void> {
    this.#lastError = undefined
    const plain = (address: string): string => this.#origins.plain(address, from)
    const { location } = answer.headers
    const headers = endToEnd(answer.headers)
    if (location !== undefined) headers['location'] = this.#joined(plain(location), track)
    const isMeasured = headers['content-length'] !== undefined || isChunked(answer)
    const pieces = this.#piecesOf(answer, headers, response)
    const head = await readMin(headBytes, pieces)
    const { statusCode = 502 } = answer
    const isManifest = statusCode === 200 && this.#translator?.isManifest(head) === true
    if (!isManifest && !isPlaylist(head)) {
      this.#endsAreCertain &&= isMeasured
      response.writeHead(statusCode, headers)
      if (head.length > 0) response.write(head)
      return pipeline(Readable.from(pieces, { objectMode: false }), response)
    }
    const rest = await readMin(maxPlaylistBytes, pieces)
    if (rest.length >= maxPlaylistBytes) throw new Error('its playlist is too long')
    const text = Buffer.concat([head, rest])
    const playlist = isManifest ? this.#translator?.translate(text.toString('utf8'), from, track) : undefined
    const turned = Buffer.from(rewriteAddresses(playlist ?? text.toString('latin1'), plain), 'latin1')
    delete headers['content-range']
    headers['content-length'] = String(turned.length)
    response.writeHead(statusCode === 206 ? 200 : statusCode, headers).end(turned)
  }

  #joined(location: string, track: string | undefined): string {
    return track === undefined ? location : (this.#translator?.join(location, track) ?? location)
  }

  /**
   * The pieces of an answer, each read when the program takes it. A server is silent when it sends nothing meanwhile; a
   * program that reads slowly, or not for a while, has all the time.
   */
  async *#piecesOf(
    answer: IncomingMessage,
    headers: Record<string, unknown>,
    response: ServerResponse,
  ): AsyncGenerator<Buffer, void> {
    const pieces: AsyncIterator<Buffer> = unpacked(answer, headers)[Symbol.asyncIterator]()
    for (;;) {
      const silence = setTimeout(() => answer.destroy(timedOut()), this.#silenceMs)
      try {
        const next = await pieces.next()
        if (next.done === true) return
        clearTimeout(silence)
        yield next.value
      } catch (error) {
        // Otherwise the program has closed its connection.
        if (!response.destroyed) this.#note(error instanceof Error ? error : new Error(String(error)))
        throw error
      } finally {
        clearTimeout(silence)
      }
    }
  }
}

function isChunked({ headers }: IncomingMessage): boolean {
  return /\bchunked\b/i.test(headers['transfer-encoding'] ?? '')
}

function timedOut(): Error {
  return Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' })
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const out: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !hopByHop.test(name)) out[name] = value
  return out
}

/** Some servers compress without being asked: a compressed playlist could not be rewritten here. */
function unpacked(answer: IncomingMessage, headers: Record<string, unknown>): Readable {
  if (answer.headers['content-encoding'] !== 'gzip') return answer
  delete headers['content-encoding']
  delete headers['content-length']
  const plain = createGunzip()
  void pipeline(answer, plain).catch(() => undefined)
  return plain
}

async function readMin(bytes: number, pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  const read: Buffer[] = []
  for (let count = 0; count < bytes;) {
    const { done, value } = await pieces.next()
    if (done === true) break
    read.push(value)
    count += value.length
  }
  return Buffer.concat(read)
}
