import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { receiveHttp } from '#media/recorder/ingest/http-receiver.ts'
import { connectionFrom } from './source-guard.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})
async function serve(answer: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(answer as never)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function refuses(source: string, to: string) {
  try {
    return connectionFrom(new URL(source), new URL(to)).lookup === undefined ? 'open' : 'by its number'
  } catch (error) {
    return (error as Error).message
  }
}

describe('where a source may lead', () => {
  it.each([
    ['http://10.0.0.5:8080/a.ts', 'http://10.0.0.6/b.ts', 'open'],
    ['http://encoder/a.ts', 'http://192.168.1.1/b.ts', 'open'],
    ['http://encoder.lan/a.ts', 'http://packager.lan/b.ts', 'open'],
    ['http://tv.example.com:8080/a.ts', 'http://tv.example.com:8080/b.ts', 'open'],
    ['http://tv.example.com:8080/a.ts', 'http://tv.example.com:9187/metrics', 'by its number'],
    ['http://tv.example.com/a.ts', 'https://cdn.example.com/b.ts', 'by its number'],
    ['http://tv.example.com/a.ts', 'http://127.0.0.1:5432/', 'it leads into the local network'],
    ['http://tv.example.com/a.ts', 'http://[::ffff:10.0.0.1]/', 'it leads into the local network'],
    ['http://tv.example.com/a.ts', 'http://0x7f.1/', 'it leads into the local network'],
    ['http://tv.example.com/a.ts', 'http://169.254.169.254/latest', 'it leads into the local network'],
    ['http://tv.example.com/a.ts', 'http://localhost/', 'it leads into the local network'],
    ['http://tv.example.com/a.ts', 'http://router.lan/', 'it leads into the local network'],
  ])('%s to %s: %s', (source, to, expected) => expect(refuses(source, to)).toBe(expected))

  it('resolves a name for the connection itself and uses none of its local addresses', async () => {
    const { lookup } = connectionFrom(new URL('http://tv.example.com/'), new URL('http://cdn.example.com/'))
    const error = await new Promise((resolve) => lookup?.('localhost', { all: true }, resolve))
    expect(String(error)).toContain('it leads into the local network')
  })

  it('sends no request to a local address that a redirect names', async () => {
    const requests: string[] = []
    const inside = await serve((request, response) => {
      requests.push(request.url ?? '')
      response.end()
    })
    const outside = await serve((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inside}/metrics` }).end()
    })
    // The operator's own address is the first server; in this test it stands for a public name.
    const source = new URL(`http://source.example.com:${outside}/a.ts`)
    const words = await new Promise<string>((resolve) => {
      receiveHttp(
        { url: source.href, kind: 'http-ts' },
        { onBytes: () => undefined, onEnd: ({ words }) => resolve(words) },
        {
          lookup: (_host, options, done) =>
            options.all === true
              ? done(null, [{ address: '127.0.0.1', family: 4 }])
              : done(null, '127.0.0.1', 4),
        },
      )
    })
    expect(words).toBe('it leads into the local network')
    expect(requests).toEqual([])
  })
})
