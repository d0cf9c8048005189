/**
 * A provider with an archive of its own, over real HTTP: it sends real media for any requested moment. The brightness of
 * the video says the moment: it changes every six seconds of the wall clock.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'

/** How the provider behaves. */
export type ProviderMood = 'works' | 'web_page' | 'forbidden' | 'silent'

const stepSec = 6
const steps = 22
const segmentSec = 6
const { ffmpegPath } = findMediaBinaries({})

/** The brightness at a moment (unix seconds), as 8 bits of luma. */
export function lumaAt(atSec: number): number {
  return 16 + 10 * (Math.floor(atSec / stepSec) % steps)
}

export type CatchupProvider = Awaited<ReturnType<typeof startCatchupProvider>>

/**
 * Starts it on the loopback interface. `/live/…?utc=` is a transport stream, `/list/…m3u8?utc=` a closed playlist,
 * `/sliding/…m3u8?utc=` one that is not closed; both playlists have two audio tracks with languages.
 */
export async function startCatchupProvider() {
  const requests: string[] = []
  let mood: ProviderMood = 'works'
  const open = { now: 0, max: 0 }
  let endSec = Number.POSITIVE_INFINITY
  let breakSec = Number.POSITIVE_INFINITY
  const stop = new AbortController()
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (mood === 'silent') return
    if (mood === 'forbidden') return void response.writeHead(403).end('no')
    if (mood === 'web_page')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><p>Buy more</p>')
    void answer(request, response, { signal: stop.signal, open, endSec, breakSec })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** Paths with their queries, in order. */
    requests,
    /** The largest number of transport streams that were open at once. */
    get maxOpen() {
      return open.max
    },
    set: (next: ProviderMood) => {
      mood = next
    },
    /** It has nothing from this moment on (unix seconds). */
    endAt: (sec: number) => {
      endSec = sec
    },
    /** Its connections break at this moment of the content (unix seconds). */
    breakAt: (sec: number) => {
      breakSec = sec
    },
    close: async () => {
      stop.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Provider {
  readonly signal: AbortSignal
  readonly open: { now: number; max: number }
  readonly endSec: number
  readonly breakSec: number
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { signal, open, endSec, breakSec }: Provider,
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://provider')
  const utc = Number(url.searchParams.get('utc') ?? 'none')
  if (!Number.isFinite(utc)) return void response.writeHead(404).end()
  const [, kind = ''] = url.pathname.split('/')
  if (kind === 'live') {
    open.max = Math.max(open.max, ++open.now)
    response.once('close', () => open.now--)
    const lastSec = Math.min(utc + 3600, endSec, breakSec)
    if (lastSec <= utc) response.writeHead(404).end()
    else
      await sendStream(
        response,
        { utc, seconds: lastSec - utc, offsetSec: 0, languages: 1, isBroken: lastSec === breakSec },
        signal,
      )
    return
  }
  if (kind === 'segment') {
    const offsetSec = Number(url.searchParams.get('offset') ?? 0)
    const isBroken = utc <= breakSec && breakSec < utc + segmentSec
    const seconds = isBroken ? breakSec - utc : segmentSec
    return sendStream(response, { utc, seconds, offsetSec, languages: 2, isBroken }, signal)
  }
  const firstSec = Math.floor(utc / segmentSec) * segmentSec
  const lastSec = Math.min(firstSec + 600, endSec, Number(url.searchParams.get('lutc')))
  const count = Math.ceil((lastSec - firstSec) / segmentSec)
  const lines = Array.from({ length: count }, (_, place) => {
    const atSec = firstSec + place * segmentSec
    return `#EXTINF:${segmentSec}.0,\n/segment/7.ts?utc=${atSec}&offset=${place * segmentSec}`
  })
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${segmentSec}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
  ]
  const end = kind === 'sliding' ? [] : ['#EXT-X-ENDLIST']
  response
    .writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' })
    .end([...head, ...lines, ...end, ''].join('\n'))
}

interface Stream {
  readonly utc: number
  readonly seconds: number
  readonly offsetSec: number
  readonly languages: 1 | 2
  /** Its connection breaks at its end. */
  readonly isBroken: boolean
}

async function sendStream(response: ServerResponse, stream: Stream, signal: AbortSignal): Promise<void> {
  const { utc, seconds, offsetSec, languages, isBroken } = stream
  const base = utc % (stepSec * steps)
  const luma = `16+10*mod(floor((N/10+${base})/${stepSec})\\,${steps})`
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const audio = Array.from({ length: languages }, (_, place) => [
    '-f',
    'lavfi',
    '-i',
    `sine=f=${300 + 200 * place}:r=48000:d=${seconds}`,
  ]).flat()
  const maps = Array.from({ length: languages }, (_, place) => ['-map', `${place + 1}:a`]).flat()
  const named = [
    '-metadata:s:a:0',
    'language=rus',
    ...(languages === 2 ? ['-metadata:s:a:1', 'language=uzb'] : []),
  ]
  const child = runFfmpeg({
    ffmpegPath,
    args: [
      ...[
        '-loglevel',
        'error',
        '-f',
        'lavfi',
        '-i',
        `color=s=64x36:r=10:d=${seconds},geq=lum='${luma}':cb=128:cr=128`,
      ],
      ...[...audio, '-map', '0:v', ...maps, ...named],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-bf', '0'],
      ...['-x264-params', 'scenecut=0:open-gop=0', '-c:a', 'aac', '-b:a', '64k'],
      ...['-output_ts_offset', String(offsetSec), '-muxdelay', '0', '-f', 'mpegts', 'pipe:1'],
    ],
    stdout: true,
    signal: AbortSignal.any([signal, gone.signal]),
  })
  response.writeHead(200, { 'content-type': 'video/mp2t' })
  const end = !isBroken
  if (child.stdout !== undefined)
    await pipeline(child.stdout, response, { end }).catch(() => response.destroy())
  if (isBroken) response.destroy()
  await child.exit
}
