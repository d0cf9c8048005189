/** Sends one encoder's bytes to any number of HTTP viewers, each starting at a packet boundary. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

const packetBytes = 188
/** A viewer that is this far behind is disconnected: live television does not wait. */
const longestQueueBytes = 4 * 1024 * 1024
const maxViewers = 200

export interface Relay {
  readonly server: Server
  feed(stream: Readable): void
  viewers(): number
  close(): Promise<void>
}

export function startRelay(): Relay {
  const viewers = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/live.ts') {
      response.writeHead(404).end('The stream is at /live.ts\n')
      return
    }
    if (viewers.size >= maxViewers) {
      response.writeHead(503).end('Too many viewers\n')
      return
    }
    response.writeHead(200, {
      'content-type': 'video/mp2t',
      'cache-control': 'no-store',
      connection: 'close',
    })
    response.flushHeaders()
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    viewers.add(response)
    response.on('error', () => viewers.delete(response))
    response.on('close', () => viewers.delete(response))
  })
  server.requestTimeout = 10_000
  const send = (packets: Buffer): void => {
    for (const viewer of viewers) {
      if (viewer.writableLength > longestQueueBytes) viewer.destroy()
      else viewer.write(packets)
    }
  }
  return {
    server,
    feed: (stream) => {
      let rest = Buffer.alloc(0)
      stream.on('data', (bytes: Buffer) => {
        const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
        const whole = all.length - (all.length % packetBytes)
        rest = Buffer.from(all.subarray(whole))
        if (whole > 0) send(all.subarray(0, whole))
      })
      stream.on('error', () => {})
    },
    viewers: () => viewers.size,
    close: () =>
      new Promise((resolve) => {
        for (const viewer of viewers) viewer.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
