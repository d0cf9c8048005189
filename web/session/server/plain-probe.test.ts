import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { respondsWithoutTls } from './plain-probe.ts'

let stop: () => void = () => undefined
afterEach(() => stop())

/** A web server without TLS on a port of this machine; every other port refuses. */
async function serve(status: number): Promise<number> {
  const server = createServer((_, response) =>
    response.writeHead(status, { location: 'https://127.0.0.1:9/' }).end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => void server.close()
  return (server.address() as AddressInfo).port
}

describe('[TVSET-03] a secure connection that fails', () => {
  it.each([200, 301, 400])('is not the network where the port responds with %i', async (status) => {
    expect(await respondsWithoutTls(`https://127.0.0.1:${await serve(status)}`)).toBe(true)
  })

  it('may be the network where nothing responds', async () => {
    const probed: string[] = []
    const refuses = async (address: string) => {
      probed.push(address)
      throw new TypeError('Failed to fetch')
    }
    expect(await respondsWithoutTls('https://tv.example.uz', { probe: refuses })).toBe(false)
    expect(probed).toEqual(['http://tv.example.uz:443/', 'http://tv.example.uz/'])
  })

  it('is not looked for where the address has none', async () => {
    expect(await respondsWithoutTls('http://tv.example.uz', { probe: async () => undefined })).toBe(false)
  })
})
