/** The HTTP/2 server of APNs, without TLS: it is reached on this machine only. */
import { randomUUID } from 'node:crypto'
import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { receive, refusedProvider, type ApnsAccount, type ApnsAnswer, type Connection } from './apns-rules.ts'
import type { Devices } from './devices.ts'
import { slowMs, type FaultName, type Faults } from './faults.ts'

const maxBodyBytes = 64 * 1024

export function createApnsServer(options: {
  readonly account: ApnsAccount
  readonly devices: Devices
  readonly faults: Faults
}): Http2Server {
  const { account, devices, faults } = options
  const server = createServer()
  const connections = new WeakMap<object, Connection>()
  server.on('session', (session) => {
    connections.set(session, { token: '', issuedSec: 0 })
    session.on('error', () => undefined)
  })
  server.on('stream', (stream, headers) => {
    // A client that gives up ends its stream with an error here.
    stream.on('error', () => undefined)
    const { session } = stream
    const connection = session === undefined ? undefined : connections.get(session)
    if (session === undefined || connection === undefined) return
    const fault = faults.take('apns')
    if (fault === 'down') return session.destroy()
    void readBody(stream).then(async (body) => {
      if (fault === 'huge') return pour(stream)
      if (fault === 'broken') return respondWithPage(stream)
      const failure = await faultAnswer(fault)
      const answer =
        failure ??
        (await refusedProvider(headers, account, connection)) ??
        receive(headers, body, account, devices)
      respond(stream, headers, answer, fault)
    })
  })
  return server
}

async function readBody(stream: ServerHttp2Stream): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxBodyBytes) break
      pieces.push(piece)
    }
  } catch {
    // The client has ended the stream: there is nobody to respond to.
  }
  return Buffer.concat(pieces)
}

async function faultAnswer(fault: FaultName): Promise<ApnsAnswer | undefined> {
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
  if (fault === 'throttle') return { status: 429, reason: 'TooManyRequests' }
  if (fault === 'unavailable') return { status: 503, reason: 'ServiceUnavailable' }
  if (fault === 'wrong_key') return { status: 403, reason: 'InvalidProviderToken' }
  return undefined
}

function respond(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  answer: ApnsAnswer,
  fault: FaultName,
): void {
  if (stream.destroyed) return
  if (fault === 'lose_answer') return stream.session?.destroy()
  const { status, ...error } = answer
  stream.respond({ ':status': status, 'apns-id': headers['apns-id'] ?? randomUUID() })
  stream.end(error.reason === undefined ? '' : JSON.stringify(error))
  if (fault === 'goaway') stream.session?.goaway(constants.NGHTTP2_NO_ERROR)
}

function respondWithPage(stream: ServerHttp2Stream): void {
  if (stream.destroyed) return
  stream.respond({ ':status': 500, 'content-type': 'text/html' })
  stream.end('<h1>It works!</h1>')
}

/** An endless response, sent as fast as it is read. */
function pour(stream: ServerHttp2Stream): void {
  if (stream.destroyed) return
  stream.respond({ ':status': 200 })
  const piece = Buffer.alloc(16 * 1024, 0x20)
  const more = () => {
    while (!stream.destroyed && stream.writable && stream.write(piece));
  }
  stream.on('drain', more)
  more()
}
