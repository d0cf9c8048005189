import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { createServer as createSocketServer, type Server as SocketServer, type AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { selfSigned } from '#tests/kit/builders/self-signed.ts'
import { lookAtProvider } from './look-at-provider.ts'

const servers: (Server | SocketServer)[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function listen(server: Server | SocketServer): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function look(address: string) {
  return lookAtProvider(address, {}, new AbortController().signal)
}

describe('[CHAN-06] a provider that live television can be read from', () => {
  it('is looked at although no authority has signed its certificate', async () => {
    const server = createServer(
      selfSigned('tv.example.com'),
      (_, response) => void response.end('#EXTM3U\na.ts\n'),
    )
    expect(await look(`https://127.0.0.1:${await listen(server)}/7.m3u8`)).toEqual({ kind: 'hls' })
  })

  it('is looked at although its headers have bytes that no standard allows', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nX-Title: a\u0001b\r\nConnection: close\r\n\r\n#EXTM3U\na.ts\n'
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(answer))
    })
    expect(await look(`http://127.0.0.1:${await listen(server)}/7.m3u8`)).toEqual({ kind: 'hls' })
  })
})
