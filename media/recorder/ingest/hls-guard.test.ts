import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import { makeTransportStream } from '#tests/kit/media/broadcast.ts'
import { selfSigned } from '#tests/kit/builders/self-signed.ts'
import { whyEnded } from './ended-playlist.ts'
import { startRecorder, type Recorder } from '#media/recorder/recorder.ts'
import type { LiveSource } from './live-source.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'guard-'))
const inspector = new SignalInspector({ ffmpegPath, log: () => {} })
const part = join(dir, 'part.ts')
const segmentSec = 2
/** Stands for public host names of the sources; in these tests they resolve to this machine. */
const own = new ForwardProxy({
  lookup: (_host, options, done) =>
    options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
})

beforeAll(async () => {
  const video = 'testsrc=size=320x180:rate=25'
  await makeTransportStream(ffmpegPath, part, { picture: video, seconds: segmentSec })
}, 90_000)

const running: { recorder: Recorder; archive: ChannelArchive }[] = []
const servers: Server[] = []
afterAll(async () => {
  for (const { recorder, archive } of running) {
    await recorder.close()
    await archive.close()
  }
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  inspector.close()
  rmSync(dir, { recursive: true, force: true })
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A service in the local network that records every request it gets. */
async function neighbour(answer?: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (answer === undefined) response.end()
    else answer(request, response)
  })
  server.on('connect', ({ url }, socket) => {
    requests.push(`CONNECT ${url}`)
    socket.destroy()
  })
  return { requests, port: await listen(server) }
}

/** A live playlist that has not ended; `line` is the address of a segment. */
function playlist(line: (count: number) => string, more = ''): string {
  const from = Math.floor(Date.now() / 1000 / segmentSec)
  const head = ['#EXTM3U', `#EXT-X-TARGETDURATION:${segmentSec}`, `#EXT-X-MEDIA-SEQUENCE:${from}`, more]
  const lines = [0, 1, 2].flatMap((at) => ['#EXT-X-DISCONTINUITY', `#EXTINF:${segmentSec},`, line(from + at)])
  return [...head, ...lines, ''].join('\n')
}

function record(name: string, source: LiveSource) {
  const archive = new ChannelArchive({ dir: join(dir, name), archiveMs: 86_400_000, clock: Date.now })
  const recorder = startRecorder({
    ...{ sources: [source], archive, inspector, proxy: own, ffmpegPath, clock: Date.now, log: () => {} },
    watch: { isOff: true },
  })
  running.push({ recorder, archive })
  return recorder
}

async function until(what: string, holds: () => boolean, ms = 60_000): Promise<void> {
  const end = performance.now() + ms
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await sleep(50)
  }
}

const localNetworkRefusal = 'it leads into the local network'
const attacks: readonly (readonly [
  what: string,
  answers: (inside: number) => RequestListener,
  words: string,
])[] = [
  [
    'a segment',
    (port) => (_, response) => response.end(playlist(() => `http://127.0.0.1:${port}/a.ts`)),
    localNetworkRefusal,
  ],
  [
    'a segment by name',
    (port) => (_, response) => response.end(playlist(() => `http://localhost:${port}/a`)),
    localNetworkRefusal,
  ],
  [
    'a variant',
    (port) => (_, response) =>
      response.end(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=300000\nhttp://127.0.0.1:${port}/a.m3u8\n`),
    localNetworkRefusal,
  ],
  [
    'a key',
    (port) => (_, response) =>
      response.end(playlist(() => 'a.ts', `#EXT-X-KEY:METHOD=AES-128,URI="http://127.0.0.1:${port}/key"`)),
    localNetworkRefusal,
  ],
  [
    'a redirect',
    (port) =>
      ({ url }, response) =>
        url?.endsWith('.ts') === true
          ? response.writeHead(302, { location: `http://127.0.0.1:${port}/a.ts` }).end()
          : response.end(playlist((count) => `${count}.ts`)),
    localNetworkRefusal,
  ],
  [
    'a tunnel',
    (port) => (_, response) => response.end(playlist(() => `httpproxy://127.0.0.1:${port}/x:1`)),
    'its playlist names an address of the kind "httpproxy"',
  ],
]

describe.concurrent('a public source', () => {
  it.each(attacks)(
    'does not make this machine request a local address by %s',
    async (what, responses, words) => {
      const { requests, port } = await neighbour()
      const outside = await listen(createServer(responses(port)))
      const url = `http://tv.example.com:${outside}/live.m3u8`
      const recorder = record(`attack-${what.replaceAll(' ', '-')}`, { kind: 'hls', url })
      await until('the words', () => recorder.status().words === words)
      expect(recorder.status()).toMatchObject({ state: 'waiting', bytes: 0 })
      expect(requests).toEqual([])
      expect(recorder.status().events.at(-1)).toMatchObject({ kind: 'died', words })
    },
    90_000,
  )

  it('is not followed by ffmpeg when it is a transport stream that redirects', async () => {
    const { requests, port } = await neighbour()
    const outside = await listen(
      createServer((_, response) => {
        response.writeHead(302, { location: `http://127.0.0.1:${port}/a.ts` }).end()
      }),
    )
    const url = `http://tv.example.com:${outside}/a.ts`
    const recorder = record('redirected', { kind: 'http-ts', url, muxer: 'ffmpeg' })
    await until('the words', () => recorder.status().words === localNetworkRefusal)
    expect(requests).toEqual([])
  }, 90_000)

  it('is not checked for its end through a local address', async () => {
    const { requests, port } = await neighbour()
    const outside = await listen(
      createServer((_, response) => {
        response.end(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=300000\nhttp://127.0.0.1:${port}/a.m3u8\n`)
      }),
    )
    const source: LiveSource = { kind: 'hls', url: `http://tv.example.com:${outside}/live.m3u8` }
    expect(await whyEnded(source, new AbortController().signal, own.own)).toBeUndefined()
    expect(requests).toEqual([])
  })

  it('is recorded by ffmpeg over HTTP and over TLS, with addresses of both kinds', async () => {
    const answer: RequestListener = ({ url = '' }, response) => {
      if (url === '/master.m3u8')
        response.end(
          `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=300000\nhttps://tv.example.com:${port}/live.m3u8\n`,
        )
      else if (url === '/live.m3u8') response.end(playlist((count) => `${count}.ts`))
      else response.end(readFileSync(part))
    }
    const port = await listen(createTlsServer(selfSigned('tv.example.com'), answer))
    const plain = await listen(createServer(answer))
    const sealed = record('sealed', { kind: 'hls', url: `https://tv.example.com:${port}/master.m3u8` })
    const open = record('open', { kind: 'hls', url: `http://tv.example.com:${plain}/live.m3u8` })
    await until('both', () => [sealed, open].every((one) => one.status().state === 'recording'))
  }, 90_000)

  it('may lead to a local address where the operator entered one', async () => {
    const { requests, port } = await neighbour((_, response) => response.end(readFileSync(part)))
    const encoder = await listen(
      createServer((_, response) => {
        response.end(playlist((count) => `http://127.0.0.1:${port}/${count}.ts`))
      }),
    )
    const recorder = record('local', { kind: 'hls', url: `http://127.0.0.1:${encoder}/live.m3u8` })
    await until('a recording', () => recorder.status().state === 'recording')
    expect(requests.length).toBeGreaterThan(0)
  }, 90_000)
})
