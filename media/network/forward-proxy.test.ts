import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { selfSigned } from '#tests/kit/builders/self-signed.ts'
import { ForwardProxy } from './forward-proxy.ts'
import type { ProxySession } from './proxy-session.ts'
import type { Connection } from './source-guard.ts'

const closed: (() => unknown)[] = []
afterAll(() => {
  for (const close of closed) close()
})

async function listen(server: Server): Promise<number> {
  closed.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function serve(answer: RequestListener) {
  return listen(createServer(answer))
}

/** Stands for a public host name of the source; in these tests it resolves to this machine. */
const own: Connection = {
  lookup: (_host, options, done) =>
    options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
}
const proxy = new ForwardProxy(own)
const silenceMs = 1000
const impatient = new ForwardProxy(own, silenceMs)
async function open(
  port: number,
  scheme = 'http',
  by = proxy,
): Promise<{ session: ProxySession; refused: string[] }> {
  const session = await by.open(new URL(`${scheme}://tv.example.com:${port}/live.m3u8`))
  closed.push(() => session.close())
  const refused: string[] = []
  session.onRefused(({ message }) => refused.push(message))
  return { session, refused }
}

async function ask(proxyUrl: string, address: string, more: object = {}): Promise<IncomingMessage> {
  const { hostname, port, username } = new URL(proxyUrl)
  const key = Buffer.from(`${username}:`).toString('base64')
  const headers = { 'proxy-authorization': `Basic ${key}`, host: 'x', ...more }
  const outgoing = request({ hostname, port, path: address, headers, agent: false })
  outgoing.end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return answer
}

describe('the forward proxy of a public source', () => {
  it('rejects requests without its key, and CONNECT requests', async () => {
    const outgoing: string[] = []
    const port = await serve(({ url = '' }, response) => {
      outgoing.push(url)
      response.end('in')
    })
    const { session } = await open(port)
    const address = `http://tv.example.com:${port}/a.ts`
    const stranger = session.proxyUrl.replace(/\/\/\w+/, '//0000')
    expect((await ask(stranger, address)).statusCode).toBe(407)
    expect((await ask(session.proxyUrl, address, { 'proxy-authorization': 'Basic' })).statusCode).toBe(407)
    const socket = connect(Number(new URL(session.proxyUrl).port), '127.0.0.1')
    const key = Buffer.from(`${new URL(session.proxyUrl).username}:`).toString('base64')
    socket.write(
      `CONNECT tv.example.com:${port} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic ${key}\r\n\r\n`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 405 /)
    expect(outgoing).toEqual([])
    expect(await text(await ask(session.proxyUrl, address))).toBe('in')
    session.close()
    expect(
      await ask(session.proxyUrl, address).then(
        ({ statusCode }) => statusCode,
        () => 'closed',
      ),
    ).not.toBe(200)
    expect(outgoing).toEqual(['/a.ts'])
  })

  it('connects to no local address, given as a number or as a name', async () => {
    const outgoing: string[] = []
    const inside = await serve(({ url = '' }, response) => void response.end(outgoing.push(url)))
    const { session, refused } = await open(1)
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost', '10.0.0.5', 'router.lan'])
      expect((await ask(session.proxyUrl, `http://${host}:${inside}/metrics`)).statusCode, host).toBe(403)
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'it leads into the local network'))
    expect(session.lastError?.message).toBe('it leads into the local network')
    expect(outgoing).toEqual([])
  })

  it('forwards requests and responses as a stream', async () => {
    let finish = (): void => undefined
    const port = await serve(({ headers }, response) => {
      const { range = '', cookie = '', 'user-agent': agent = '' } = headers
      response.writeHead(206, { 'content-range': 'bytes 5-9/10', 'set-cookie': ['a=1', 'b=2'] })
      response.write(
        `${range} ${cookie} ${agent} ${Object.keys(headers).filter((name) => name.startsWith('proxy')).length}`,
      )
      finish = () => response.end(' end')
    })
    const { session } = await open(port)
    const answer = await ask(session.proxyUrl, `http://tv.example.com:${port}/a.ts`, {
      ...{ range: 'bytes=5-', cookie: 'c=3', 'user-agent': 'tv' },
    })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes 5-9/10', 'set-cookie': ['a=1', 'b=2'] })
    const [first] = (await once(answer, 'data')) as [Buffer]
    expect(first.toString()).toBe('bytes=5- c=3 tv 0')
    finish()
    expect(await text(answer)).toBe(' end')
  })

  it('speaks TLS where the source, its playlists and its redirects say https', async () => {
    const answer: RequestListener = ({ url = '' }, response) => {
      if (url === '/moved')
        return response.writeHead(302, { location: `https://tv.example.com:${port}/a.ts` }).end()
      response.end(url.endsWith('.m3u8') ? `#EXTM3U\n//tv.example.com:${port}/a.ts\n` : 'sealed')
    }
    const port = await listen(createTlsServer(selfSigned('tv.example.com'), answer))
    const { session } = await open(port, 'https')
    expect(session.url).toBe(`http://tv.example.com:${port}/live.m3u8`)
    const list = await text(await ask(session.proxyUrl, session.url))
    expect(list).toBe(`#EXTM3U\nhttp://tv.example.com:${port}/a.ts\n`)
    const moved = await ask(session.proxyUrl, `http://tv.example.com:${port}/moved`)
    expect(moved.headers.location).toBe(`http://tv.example.com:${port}/a.ts`)
    expect(await text(await ask(session.proxyUrl, moved.headers.location ?? ''))).toBe('sealed')
  })

  it('rejects a playlist with addresses other than web addresses', async () => {
    const port = await serve(
      (_request, response) => void response.end('#EXTM3U\nhttpproxy://10.0.0.5:80/x:1\n'),
    )
    const { session, refused } = await open(port)
    expect((await ask(session.proxyUrl, session.url)).statusCode).toBe(403)
    expect(refused).toEqual(['its playlist names an address of the kind "httpproxy"'])
  })

  it('reports the last failure until a request succeeds', async () => {
    const away = await open(1)
    expect((await ask(away.session.proxyUrl, away.session.url)).statusCode).toBe(502)
    expect(away.session.lastError).toMatchObject({ code: 'ECONNREFUSED' })
    let isFirst = true
    const port = await serve(({ socket }, response) => {
      if (isFirst) socket.destroy()
      else response.writeHead(404).end()
      isFirst = false
    })
    const { session } = await open(port)
    expect((await ask(session.proxyUrl, session.url)).statusCode).toBe(502)
    expect(session.lastError).toMatchObject({ code: 'ECONNRESET' })
    expect((await ask(session.proxyUrl, session.url)).statusCode).toBe(404)
    expect(session.lastError).toBeUndefined()
  })

  it('[CHAN-06] waits for a program that does not read for a while, also on a connection that was used before', async () => {
    const bytes = Buffer.alloc(20_000_000, 7)
    const port = await serve(({ url }, response) => void response.end(url === '/small' ? 'x' : bytes))
    const { session } = await open(port, 'http', impatient)
    expect(await text(await ask(session.proxyUrl, `http://tv.example.com:${port}/small`))).toBe('x')
    const answer = await ask(session.proxyUrl, `http://tv.example.com:${port}/a.ts`)
    // Many times as long as a server may be silent.
    await sleep(3 * silenceMs)
    expect((await buffer(answer)).equals(bytes)).toBe(true)
  })

  it('does not wait for a server that goes silent while the program reads', async () => {
    const port = await serve(({ url }, response) => {
      if (url !== '/mute') response.writeHead(200, { 'content-length': 10_000_000 }).write(Buffer.alloc(5000))
    })
    const { session } = await open(port, 'http', impatient)
    const answer = await ask(session.proxyUrl, `http://tv.example.com:${port}/a.ts`)
    await expect(buffer(answer)).rejects.toThrow('aborted')
    expect((await ask(session.proxyUrl, `http://tv.example.com:${port}/mute`)).statusCode).toBe(502)
    expect(session.lastError).toMatchObject({ code: 'ETIMEDOUT' })
  })
})
