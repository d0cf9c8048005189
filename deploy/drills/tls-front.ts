/** HTTPS before a server that speaks HTTP: pgBackRest talks to object stores by HTTPS only. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface TlsFront {
  readonly port: number
  stop(): Promise<void>
}

/** Passes requests on as they are, signed headers too; `dir` gets a certificate that nobody has signed. */
export async function startTlsFront(target: string, dir: string): Promise<TlsFront> {
  const [key, cert] = [join(dir, 'front.key'), join(dir, 'front.crt')]
  const made = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-keyout', key, '-out', cert],
    ],
    { timeout: 60_000, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`)
  const { hostname, port } = new URL(target)
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, outgoing) => {
    const { method, headers } = incoming
    const path = incoming.url ?? '/'
    const inner = request({ hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      pipeline(response, outgoing).catch(() => outgoing.destroy())
    })
    inner.on('error', () => outgoing.destroy())
    pipeline(incoming, inner).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
