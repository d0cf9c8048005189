import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEmulator, startEmulator } from '#tests/kit/emulators/emulator-program.ts'

/** Returns the client address and the request; `/slow` sends its second piece when the test allows it. */
const second = Promise.withResolvers<void>()
const site = createServer((request, response) => {
  response.setHeader('x-from', request.socket.remoteAddress ?? '')
  if (request.url === '/slow') {
    response.write('one ')
    return void second.promise.then(() => response.end('two'))
  }
  void text(request).then((body) =>
    response.writeHead(request.url === '/gone' ? 404 : 200).end(`${request.method} ${request.url} ${body}`),
  )
})
let visitor: Awaited<ReturnType<typeof startEmulator>>
let page = ''
beforeAll(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  visitor = await startEmulator('visitor-abroad', ['--to', `http://127.0.0.1:${port}`])
  page = visitor.addresses['page'] ?? ''
})
afterAll(async () => {
  await visitor.stop()
  site.closeAllConnections()
  site.close()
})

describe('a visitor from abroad', () => {
  it('[REGION-02] sends the same request from another address', async () => {
    const answer = await fetch(`${page}/middleware/login?a=1`, { method: 'POST', body: 'b=2' })
    expect([answer.status, await answer.text()]).toEqual([200, 'POST /middleware/login?a=1 b=2'])
    expect(answer.headers.get('x-from')).toBe('127.0.0.99')
    expect((await fetch(`${page}/gone`)).status).toBe(404)
  })

  it('forwards the first data before the rest arrives', async () => {
    const answer = await fetch(`${page}/slow`)
    const reader = answer.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one ')
    second.resolve()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('two')
  })

  it('returns 502 when the site is down, and no page where there was none', async () => {
    const gone = createServer((_request, response) => response.end())
    gone.listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const address = gone.address()
    const to = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    const other = await startEmulator('visitor-abroad', ['--to', to])
    gone.closeAllConnections()
    gone.close()
    await once(gone, 'close')
    expect((await fetch(other.addresses['page'] ?? '')).status).toBe(502)
    await other.stop()
    expect(await runEmulator('visitor-abroad', ['--to', to])).toEqual({
      exitCode: 0,
      output: '{"page":""}\n',
    })
  })

  it('reports invalid arguments', async () => {
    const { exitCode, output } = await runEmulator('visitor-abroad', ['--to', 'ftp://127.0.0.1'])
    expect([exitCode, output.split('\n')[0]]).toEqual([2, 'visitor-abroad: --to is no http address'])
  })
})
