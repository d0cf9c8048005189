/**
 * A broadcast whose frames contain the time they were passed to the encoder, as machine-readable blocks: black is 0,
 * white is 1, the highest bit first, in a row at the top. Live MPEG-TS over HTTP, to any client.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const clockPicture = { width: 640, height: 360, block: 16, bits: 32 } as const
const rate = 25

export interface ClockSource {
  readonly url: string
  /** The epoch of the blocks, Unix ms. */
  readonly originMs: number
  stop(): void
}

/** The key frames are two seconds apart, as in a broadcast. */
export async function startClockSource(ffmpegPath: string): Promise<ClockSource> {
  const { width, height } = clockPicture
  const originMs = Date.now()
  const encoder = spawn(
    ffmpegPath,
    [
      `-hide_banner -loglevel error -f rawvideo -pix_fmt gray -s ${width}x${height} -r ${rate} -i pipe:0`,
      '-f lavfi -i sine=sample_rate=48000 -shortest -c:v libx264 -preset ultrafast -tune zerolatency -g 50',
      '-sc_threshold 0 -pix_fmt yuv420p -c:a aac -muxdelay 0 -flush_packets 1 -f mpegts pipe:1',
    ]
      .join(' ')
      .split(' '),
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const viewers = new Set<ServerResponse>()
  encoder.stdout.on('data', (piece: Buffer) => {
    for (const viewer of viewers) viewer.write(piece)
  })
  encoder.stdin.on('error', () => undefined)
  let frames = 0
  // A timer of 40 ms runs late now and then: missing frames are sent at once, so that the frame rate is kept.
  const timer = setInterval(() => {
    const due = Math.floor(((Date.now() - originMs) * rate) / 1000)
    for (; frames < due; frames++) encoder.stdin.write(pictureOf(Date.now() - originMs))
  }, 10)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp2t' }).flushHeaders()
    viewers.add(response)
    response.on('close', () => viewers.delete(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clock.ts`,
    originMs,
    stop: () => {
      clearInterval(timer)
      encoder.kill('SIGKILL')
      server.closeAllConnections()
      server.close()
    },
  }
}

function pictureOf(ms: number): Buffer {
  const { width, height, block, bits } = clockPicture
  const picture = Buffer.alloc(width * height, 128)
  for (let bit = 0; bit < bits; bit++) {
    const shade = Math.floor(ms / 2 ** (bits - 1 - bit)) % 2 === 1 ? 235 : 16
    for (let row = 0; row < block; row++)
      picture.fill(shade, row * width + bit * block, row * width + (bit + 1) * block)
  }
  return picture
}
