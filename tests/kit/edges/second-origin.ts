/** An edge for tests: a reverse proxy on a port of its own, which passes on what is media and notes it. */
import { createServer, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SecondOrigin {
  readonly url: string
  /** Paths of what was passed on, without tickets: `live/7/…`. */
  readonly passed: readonly string[]
  /** While true, requests are accepted and never answered, and answers that have begun do not go on. */
  isSilent: boolean
  /** From now on no connection is accepted, and those there are end. */
  stop(): Promise<void>
}

/** `viewer`: the address that the product is told. */
export async function startSecondOrigin(product: string, viewer: string): Promise<SecondOrigin> {
  const passed: string[] = []
  const { hostname, port } = new URL(product)
  const state = { isSilent: false }
  const server = createServer((incoming, response) => {
    if (state.isSilent) return
    const path = incoming.url ?? ''
    if (!path.startsWith('/p/')) {
      response.writeHead(404).end()
      return
    }
    passed.push(path.replace(/^\/p\/[^/]+\//, ''))
    const headers = { ...incoming.headers, 'x-forwarded-for': viewer, connection: 'close' }
    const behind = requestOf({ hostname, port, path, method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (bytes: Buffer) => (state.isSilent ? undefined : response.write(bytes)))
      answer.on('end', () => (state.isSilent ? undefined : response.end()))
    })
    behind.setTimeout(30_000, () => behind.destroy())
    behind.on('error', () => response.destroy())
    response.on('close', () => behind.destroy())
    incoming.pipe(behind)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    get isSilent() {
      return state.isSilent
    },
    set isSilent(isSilent) {
      state.isSilent = isSilent
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
