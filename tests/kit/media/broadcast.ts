/** A television broadcaster for tests: live MPEG-TS over HTTP in real time, with faults on demand. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'

const packetBytes = 188
const stepMs = 40

export interface Broadcast {
  readonly url: string
  /** Sends this file from now on, from its beginning. */
  play(path: string): void
  /** Continues at another moment of the file, as a server does whose clock was set. */
  jump(seconds: number): void
  /** Nothing is sent; connections stay open, and the data of this time is lost. */
  hang(isHanging: boolean): void
  /** New connections are rejected. */
  refuse(isRefusing: boolean): void
  /** Breaks every connection. */
  reset(): void
  /** Sends bytes that are not a transport stream into every connection. */
  garbage(bytes: number): void
  connections(): number
  close(): void
}

/** `lengthSec`: of every file that is played; at its end it starts again. */
export async function startBroadcast(path: string, lengthSec: number): Promise<Broadcast> {
  const viewers = new Set<ServerResponse>()
  let [isHanging, isRefusing] = [false, false]
  let file = readFileSync(path)
  let [sent, atMs] = [0, performance.now()]
  const server = createServer((_request, response) => {
    if (isRefusing) {
      response.writeHead(503).end()
      return
    }
    response.writeHead(200, { 'content-type': 'video/mp2t' })
    response.flushHeaders()
    viewers.add(response)
    response.on('close', () => viewers.delete(response))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    const target = sent + (file.length / lengthSec / 1000) * (now - atMs)
    const until = Math.floor(target / packetBytes) * packetBytes
    if (until <= sent) return
    atMs = now - ((target - until) * lengthSec * 1000) / file.length
    const end = Math.min(until, file.length)
    const piece = file.subarray(sent, end)
    sent = end >= file.length ? 0 : end
    if (!isHanging) for (const viewer of viewers) viewer.write(piece)
  }, stepMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reset = (): void => {
    for (const viewer of viewers) viewer.destroy()
    server.closeAllConnections()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.ts`,
    play: (other) => {
      file = readFileSync(other)
      sent = 0
    },
    jump: (seconds) => {
      sent = Math.floor(((file.length / lengthSec) * seconds) / packetBytes) * packetBytes
    },
    hang: (is) => {
      isHanging = is
    },
    refuse: (is) => {
      isRefusing = is
    },
    reset,
    garbage: (bytes) => {
      for (const viewer of viewers) viewer.write(noise(bytes))
    },
    connections: () => viewers.size,
    close: () => {
      clearInterval(timer)
      reset()
      server.close()
    },
  }
}

function noise(bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, at) => (at * 7919 + (at >> 3) * 31) & 255)
}

/** Creates an MPEG-TS file from ffmpeg's own test video and audio. */
export async function makeTransportStream(
  ffmpegPath: string,
  path: string,
  made: {
    readonly picture: string
    readonly sound?: string
    readonly seconds: number
    readonly encoder?: string
  },
): Promise<void> {
  const { picture, sound = 'sine=frequency=440:sample_rate=48000', seconds } = made
  const encoder =
    made.encoder ?? '-c:v libx264 -preset ultrafast -bf 0 -g 25 -pix_fmt yuv420p -c:a aac -b:a 64k'
  const run = runFfmpeg({
    ffmpegPath,
    args: [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound],
      ...['-t', `${seconds}`, ...encoder.split(' '), '-f', 'mpegts', '-y', path],
    ],
    protocols: ['file', 'lavfi', 'pipe'],
    timeoutMs: 60_000,
  })
  const { code, lastLines } = await run.exit
  if (code !== 0) throw new Error(`ffmpeg made no ${path}: ${lastLines.join(' | ')}`)
}
