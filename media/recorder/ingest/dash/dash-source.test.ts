/** A live DASH source, packaged by ffmpeg and served over HTTP, received as the recorder does. */
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import type { Part } from '#media/recorder/ingest/fragment-reader.ts'
import { startMuxer } from '#media/recorder/ingest/choose-muxer.ts'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import type { MuxerEnd } from '#media/recorder/ingest/muxer.ts'
import { firstPlan, type StreamPlan } from '#media/recorder/ingest/stream-plan.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'dash-source-'))
const stop = new AbortController()
const servers: Server[] = []
const packagers: Promise<unknown>[] = []

afterAll(async () => {
  stop.abort()
  await Promise.all(packagers)
  for (const server of servers) server.close()
  rmSync(dir, { recursive: true, force: true })
})

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Packages two heights and one sound live, in segments of a second. Returns the address and what was requested. */
async function packageLive(name: string, options: readonly string[]) {
  const folder = join(dir, name)
  mkdirSync(folder)
  const run = runFfmpeg({
    ffmpegPath,
    args: [
      ...['-loglevel', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25', '-re', '-f', 'lavfi'],
      ...['-i', 'sine=frequency=440:sample_rate=48000', '-map', '0:v', '-map', '0:v', '-map', '1:a'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-b:v:0', '100k', '-b:v:1', '300k'],
      ...['-c:a', 'aac', '-metadata:s:a:0', 'language=uzb', '-f', 'dash', '-seg_duration', '1'],
      ...['-window_size', '8', '-extra_window_size', '8', ...options, join(folder, 'live.mpd')],
    ],
    protocols: ['file', 'lavfi', 'pipe'],
    signal: stop.signal,
  })
  packagers.push(run.exit)
  const requests: string[] = []
  const port = await listen(({ url = '' }, response) => {
    const path = join(folder, basename(new URL(url, 'http://x').pathname))
    requests.push(url)
    if (existsSync(path)) response.end(readFileSync(path))
    else response.writeHead(404).end()
  })
  const hasMedia = () =>
    existsSync(join(folder, 'chunk-stream1-00004.m4s')) && existsSync(join(folder, 'live.mpd'))
  await expect.poll(hasMedia, { timeout: 60_000 }).toBe(true)
  return { url: `http://127.0.0.1:${port}/live.mpd?token=a%2Fb`, requests }
}

/** Receives until `seconds` of video have come, and returns the parts of each track. */
async function receive(
  source: LiveSource,
  seconds: number,
  plan = firstPlan,
): ReturnType<typeof receiveOnce> {
  const received = await receiveOnce(source, seconds, plan)
  // As the recorder does: the first run shows which streams there are.
  return received.end?.replan === undefined || plan !== firstPlan
    ? received
    : receive(source, seconds, received.end.replan)
}

async function receiveOnce(source: LiveSource, seconds: number, plan: StreamPlan) {
  const isVideo = (track: number) => plan[track]?.kind === 'video'
  const proxy = new ForwardProxy()
  const parts: { readonly video: Part[]; readonly audio: Part[] } = { video: [], audio: [] }
  const troubles: string[] = []
  const { promise: isEnough, resolve } = Promise.withResolvers<undefined>()
  let timescale = 1
  const muxer = startMuxer(
    { source, plan, ffmpegPath, proxy, clock: Date.now, signal: stop.signal },
    {
      onTracks: () => undefined,
      onInit: (track, { description }) => {
        if (isVideo(track)) ({ timescale } = description)
      },
      onPart: (track, part) => {
        parts[isVideo(track) ? 'video' : 'audio'].push(part)
        const [first, last] = [parts.video[0], parts.video.at(-1)]
        if (
          first !== undefined &&
          last !== undefined &&
          last.decodeTicks - first.decodeTicks > seconds * timescale
        )
          resolve(undefined)
      },
      onTrouble: (words) => troubles.push(words),
    },
  )
  const end = await Promise.race([isEnough, muxer.ended])
  muxer.kill()
  await muxer.ended
  proxy.close()
  return { parts, end, troubles }
}

/** Parts that do not begin where the one before ends, to a millisecond of a 90 kHz or 48 kHz clock. */
function jumps(parts: readonly Part[]): readonly number[] {
  return parts.slice(1).flatMap((part, at) => {
    const before = parts[at]
    const gap = part.decodeTicks - ((before?.decodeTicks ?? 0) + (before?.durationTicks ?? 0))
    return Math.abs(gap) > 90 ? [gap] : []
  })
}

const kinds = [
  ['with a timeline', ['-use_template', '1', '-use_timeline', '1']],
  ['with numbers and durations', ['-use_template', '1', '-use_timeline', '0']],
] as const

describe.concurrent('[ENG-01] a live DASH source', () => {
  it.each(kinds)(
    '%s is received without a hole or a repetition, in its best quality',
    async (name, options) => {
      const { url, requests } = await packageLive(name, options)
      const { parts, end, troubles } = await receive({ kind: 'dash', url }, 8)
      expect(end).toBeUndefined()
      expect(troubles).toEqual([])
      expect(jumps(parts.video)).toEqual([])
      expect(jumps(parts.audio)).toEqual([])
      expect(parts.audio.length).toBeGreaterThan(8)
      const media = requests.filter((path) => path.includes('chunk'))
      expect(media.every((path) => /stream[12]-/.test(path))).toBe(true)
      expect(new Set(media).size).toBe(media.length)
      expect(
        requests.filter((path) => path.includes('.mpd')).every((path) => path.endsWith('?token=a%2Fb')),
      ).toBe(true)
    },
    120_000,
  )

  it.each([
    [
      'a recording',
      { type: 'static', protection: '' },
      { isOver: true, words: 'the source is a recording, not a live channel (static DASH manifest)' },
    ],
    [
      'encrypted',
      { type: 'dynamic', protection: '<ContentProtection schemeIdUri="urn:x"/>' },
      { words: 'the source is encrypted (DRM in its DASH manifest)' },
    ],
  ] as const)('that is %s is refused in words', async (_name, { type, protection }, expected) => {
    const port = await listen((_request, response) => {
      response.end(`<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="${type}"
        availabilityStartTime="2026-01-01T00:00:00Z"><Period id="1"><AdaptationSet contentType="video">${protection}
        <SegmentTemplate timescale="1" duration="2" media="$Number$.m4s" initialization="i.mp4"/>
        <Representation id="v" codecs="avc1.64001f" bandwidth="1"/></AdaptationSet></Period></MPD>`)
    })
    const { end } = await receive({ kind: 'dash', url: `http://127.0.0.1:${port}/live.mpd` }, 1)
    expect(end).toMatchObject(expected satisfies Partial<MuxerEnd>)
  })
})
