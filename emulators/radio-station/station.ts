/** A radio station: a melody in real time as MP3, AAC or Opus, with the protocols of Icecast and SHOUTcast. */
import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { Titles, titleEveryBytes } from './titles.ts'

export interface Station {
  readonly server: Server
  /** How many receive it at the moment. */
  listeners(): number
}

/** Each listener has an encoder of its own. */
const maxListeners = 16

/** A chord that climbs through a scale, one step each second; never silent. */
const melody = (() => {
  const step = 'mod(floor(t),8)'
  const note = (base: number, loudness: number) => `${loudness}*sin(2*PI*t*${base}*pow(2,${step}/12))`
  return `aevalsrc='(${note(220, 0.2)}+${note(277.2, 0.14)}+${note(329.6, 0.14)})*(0.6+0.4*cos(2*PI*t))':s=44100:c=stereo`
})()

interface Format {
  readonly type: string
  readonly encoder: readonly string[]
  /** Titles are between the bytes, where the listener has requested them. */
  readonly hasTitles: boolean
}

const formats: Readonly<Record<string, Format>> = {
  '/live.mp3': {
    type: 'audio/mpeg',
    encoder: ['-c:a', 'libmp3lame', '-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
    hasTitles: true,
  },
  '/live.aac': {
    type: 'audio/aac',
    encoder: ['-c:a', 'aac', '-b:a', '96k', '-f', 'adts'],
    hasTitles: true,
  },
  '/live.opus': {
    type: 'application/ogg',
    encoder: ['-c:a', 'libopus', '-b:a', '96k', '-page_duration', '200000', '-f', 'ogg'],
    hasTitles: false,
  },
}

/** The SHOUTcast 1 address: its answer begins with `ICY 200 OK`, which is not HTTP. */
const shoutcastPath = '/stream'

export function startStation(ffmpegPath: string): Station {
  let listeners = 0
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const format = formats[path === shoutcastPath ? '/live.mp3' : path]
    if (format === undefined) return void response.writeHead(404).end('There is no such stream\n')
    if (listeners >= maxListeners) return void response.writeHead(503).end('Too many listeners\n')
    listeners += 1
    const sound = encode(ffmpegPath, format)
    response.once('close', () => {
      listeners -= 1
      sound.end()
    })
    response.on('error', () => sound.end())
    const headers = headersOf(request, format)
    const titles = headers['icy-metaint'] === undefined ? undefined : new Titles()
    if (path === shoutcastPath) answerAsShoutcast(response, headers)
    else response.writeHead(200, headers).flushHeaders()
    send(sound.bytes, (bytes) => {
      const all = titles?.between(bytes) ?? bytes
      if (path === shoutcastPath) response.socket?.write(all)
      else response.write(all)
    })
  })
  server.requestTimeout = 10_000
  return { server, listeners: () => listeners }
}

function send(bytes: Readable, write: (bytes: Buffer) => void): void {
  bytes.on('data', write)
  bytes.on('error', () => undefined)
}

function headersOf(request: IncomingMessage, format: Format): Record<string, string> {
  const requestsTitles = format.hasTitles && request.headers['icy-metadata'] === '1'
  return {
    'content-type': format.type,
    'cache-control': 'no-cache, no-store',
    connection: 'close',
    'icy-name': 'Radio Sinov',
    'icy-genre': 'Test',
    'icy-br': '128',
    ...(requestsTitles ? { 'icy-metaint': String(titleEveryBytes) } : {}),
  }
}

/** The connection belongs to this answer alone. */
function answerAsShoutcast(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\r\n`)
  response.socket?.write(`ICY 200 OK\r\n${lines.join('')}\r\n`)
}

function encode(ffmpegPath: string, { encoder }: Format): { readonly bytes: Readable; end(): void } {
  // Two seconds come at once, as from a server's buffer.
  const input = ['-readrate', '1', '-readrate_initial_burst', '2', '-f', 'lavfi', '-i', melody]
  const child = spawn(
    ffmpegPath,
    ['-v', 'error', '-nostdin', ...input, ...encoder, '-flush_packets', '1', 'pipe:1'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  child.on('error', () => undefined)
  return { bytes: child.stdout, end: () => void child.kill('SIGKILL') }
}
