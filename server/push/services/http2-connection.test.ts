import { once } from 'node:events'
import { createSecureServer, createServer, type Http2SecureServer, type Http2Server } from 'node:http2'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHttp2Connection, type Http2Connection } from './http2-connection.ts'
import { selfSigned } from '#tests/kit/builders/self-signed.ts'

async function portOf(server: Http2Server | Http2SecureServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function connectionTo(origin: string): Http2Connection {
  const connection = openHttp2Connection(origin)
  onTestFinished(() => connection.close())
  return connection
}

const request = { ':path': '/3/device/ab' }

/** A service that responds to every request but those with the path `/silent`; counts its connections. */
async function startService() {
  const server = createServer()
  let connections = 0
  server.on('session', (session) => {
    connections += 1
    onTestFinished(() => session.destroy())
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    if (headers[':path'] === '/silent') return
    stream.respond({ ':status': 429, 'retry-after': '7' })
    stream.end('{"reason":"TooManyRequests"}')
  })
  return { port: await portOf(server), connections: () => connections }
}

describe('an HTTP/2 connection', () => {
  it('has one connection for many requests, and returns status, text and the requested pause', async () => {
    const service = await startService()
    const connection = connectionTo(`http://127.0.0.1:${service.port}`)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => connection.post(request, '{}', AbortSignal.timeout(20_000))),
    )
    expect(new Set(responses.map((one) => JSON.stringify(one)))).toEqual(
      new Set([
        JSON.stringify({
          kind: 'answered',
          status: 429,
          text: '{"reason":"TooManyRequests"}',
          retryAfterSec: 7,
        }),
      ]),
    )
    expect(service.connections()).toBe(1)
  })

  it('gives up a silent request at its signal, and uses another connection for the next', async () => {
    const service = await startService()
    const connection = connectionTo(`http://127.0.0.1:${service.port}`)
    const abort = new AbortController()
    const silent = connection.post({ ':path': '/silent' }, '{}', abort.signal)
    expect(await connection.post(request, '{}', AbortSignal.timeout(20_000))).toMatchObject({ status: 429 })
    abort.abort()
    expect(await silent).toEqual({ kind: 'down', reason: 'timeout' })
    expect(await connection.post(request, '{}', AbortSignal.timeout(20_000))).toMatchObject({ status: 429 })
    expect(service.connections()).toBe(2)
    expect(await connection.post(request, '{}', AbortSignal.abort())).toEqual({
      kind: 'down',
      reason: 'timeout',
    })
  })

  it('sends nothing to a server whose certificate no authority has signed', async () => {
    const server = createSecureServer(selfSigned('localhost'))
    let requests = 0
    server.on('stream', () => (requests += 1))
    const connection = connectionTo(`https://localhost:${await portOf(server)}`)
    expect(await connection.post(request, '{}', AbortSignal.timeout(20_000))).toEqual({
      kind: 'down',
      reason: 'no_connection',
    })
    expect(requests).toBe(0)
  })

  it('is down where nothing listens, and after it was closed', async () => {
    const connection = connectionTo('http://127.0.0.1:9')
    expect(await connection.post(request, '{}', AbortSignal.timeout(20_000))).toEqual({
      kind: 'down',
      reason: 'no_connection',
    })
    connection.close()
    expect(await connection.post(request, '{}', AbortSignal.timeout(20_000))).toEqual({
      kind: 'down',
      reason: 'closed',
    })
  })
})

it('an address that is none is a service that is down, not an exception', async () => {
  for (const origin of ['https://[1', 'https://a:b:c', '']) {
    const connection = openHttp2Connection(origin)
    expect(await connection.post({ ':path': '/' }, '{}', AbortSignal.timeout(1000))).toEqual({
      kind: 'down',
      reason: 'no_connection',
    })
    connection.close()
  }
})
