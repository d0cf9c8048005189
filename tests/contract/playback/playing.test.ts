/** The returned addresses really play: playlists, their segments, and decoded frames. */
import { spawn } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { findMediaBinaries } from '#media/media.ts'
import { boxesOf } from '#tests/kit/media/boxes-of.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { parseMasterPlaylist, parseMediaPlaylist } from '#media/playlists/read-hls.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { askPath, origin } from '#tests/kit/product/request.ts'
import { call, findContent, type TestContent } from '#tests/kit/product/demo-content.ts'

let existing: TestContent
let token: string
let recordedCid: number
beforeAll(async () => {
  token = (await logIn(origin(), 'subscribed')).token
  existing = await findContent(token)
  recordedCid = (await call(api.channels.publicList, {})).channels.item[0]?.id ?? 0
})

const places = {
  '[TV-08] a linear channel': async () => (await call(api.channels.url, { cid: existing.cid }, token)).url,
  '[TV-08] a recorded channel': async () => (await call(api.channels.url, { cid: recordedCid }, token)).url,
  '[GUIDE-04] a programme of the archive': async () =>
    (await call(api.channels.programmeUrl, { cid: existing.cid, pid: existing.pid }, token)).url,
  'a film': async () => (await call(api.films.url, { vid: existing.vid, vfid: existing.vfid }, token)).url,
}
const names = Object.keys(places) as (keyof typeof places)[]

describe.each(names)('%s', (name) => {
  it('has a master playlist whose every rendition lists existing segments', async () => {
    const url = new URL(await places[name](), origin())
    const master = parseMasterPlaylist(await textOf(url))
    invariant(master !== undefined && master.variants.length > 0, 'there is nothing to choose from')
    const lists = [...master.variants, ...master.renditions.filter((one) => one.kind === 'audio')]
    expect(lists.length).toBeGreaterThan(1)
    for (const { uri } of lists) {
      invariant(uri !== undefined, 'a rendition without an address')
      await expectSegments(new URL(uri, url), name.includes('channel'))
    }
  })

  it('is decoded for six seconds without an error', async () => {
    const url = new URL(await places[name](), origin())
    const { ffmpegPath } = findMediaBinaries({})
    const decoded = await decode(ffmpegPath, url.href)
    expect(decoded.complaints).toBe('')
    expect(decoded.exitCode).toBe(0)
    // ffmpeg starts each track at its own third segment from the end, and the video's may be the later one.
    expect(decoded.frames).toBeGreaterThan(3.5 * 25)
  }, 90_000)
})

describe('a film', () => {
  it('has a DASH manifest, subtitles and thumbnails where the response says so', async () => {
    const { url, dash_url } = await call(api.films.url, { vid: existing.vid, vfid: existing.vfid }, token)
    invariant(dash_url !== null, 'a film without DASH')
    expect(await textOf(new URL(dash_url, origin()))).toMatch(/<MPD[^>]*type="static"/)
    const base = new URL(url, origin())
    const master = parseMasterPlaylist(await textOf(base))
    const subtitles = master?.renditions.filter((one) => one.kind === 'subtitles') ?? []
    expect(subtitles.length).toBeGreaterThan(0)
    for (const { uri } of subtitles) {
      const list = new URL(uri ?? '', base)
      const file = parseMediaPlaylist(await textOf(list))?.segments[0]?.uri ?? ''
      expect(await textOf(new URL(file, list))).toMatch(/^WEBVTT/)
    }
    for (const image of master?.images ?? []) {
      const list = new URL(image.uri, base)
      const sheet = parseMediaPlaylist(await textOf(list))?.segments[0]?.uri ?? ''
      const bytes = await bytesOf(new URL(sheet, list))
      expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    }
    expect(master?.images.length).toBeGreaterThan(0)
  })
})

/**
 * The init segment is valid, and the first, a middle and the last segment are whole fragments with increasing start
 * times.
 */
async function expectSegments(url: URL, isLive: boolean): Promise<void> {
  const list = parseMediaPlaylist(await textOf(url))
  invariant(list !== undefined, `${url.pathname} is no playlist`)
  const segments = list.segments.filter((segment) => segment.gap !== true)
  expect(segments.length).toBeGreaterThan(1)
  expect(list.ended).toBe(!isLive)
  for (const { durationSec } of segments)
    expect(Math.round(durationSec)).toBeLessThanOrEqual(list.targetDurationSec)
  const begins: number[] = []
  for (const segment of [segments[0], segments[segments.length >> 1], segments.at(-1)]) {
    invariant(segment?.map !== undefined, 'a segment without an init segment')
    const init = boxesOf(await bytesOf(new URL(segment.map.uri, url), segment.map.byteRange))
    expect(init.types.slice(0, 2)).toEqual(['ftyp', 'moov'])
    const media = boxesOf(await bytesOf(new URL(segment.uri, url), segment.byteRange))
    expect(media.types.filter((type) => type === 'moof' || type === 'mdat').slice(0, 2)).toEqual([
      'moof',
      'mdat',
    ])
    expect(media.leftOver).toBe(0)
    begins.push(media.decodeTime)
  }
  expect(begins).toEqual(begins.toSorted((a, b) => a - b))
}

async function textOf(url: URL): Promise<string> {
  const answered = await askPath(url.pathname)
  expect(answered.status).toBe(200)
  return answered.text
}

async function bytesOf(
  url: URL,
  range?: { readonly length: number; readonly offset: number },
): Promise<Buffer> {
  const headers: Record<string, string> =
    range === undefined ? {} : { range: `bytes=${range.offset}-${range.offset + range.length - 1}` }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(20_000) })
  expect(response.status).toBe(range === undefined ? 200 : 206)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (range !== undefined) expect(bytes.length).toBe(range.length)
  return bytes
}

/** Decodes every stream of the first variant for six seconds. */
function decode(ffmpegPath: string, url: string) {
  const args = ['-hide_banner', '-nostdin', '-v', 'error', '-progress', 'pipe:1', '-xerror']
  const child = spawn(
    ffmpegPath,
    [...args, '-i', url, '-t', '6', '-map', '0:v:0', '-map', '0:a:0', '-f', 'null', '-'],
    { stdio: ['ignore', 'pipe', 'pipe'], timeout: 80_000, killSignal: 'SIGKILL' },
  )
  let [complaints, progress] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => (progress += text))
  return new Promise<{ complaints: string; exitCode: number | null; frames: number }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => {
      const frames = Number([...progress.matchAll(/^frame=(\d+)/gm)].at(-1)?.[1] ?? 0)
      resolve({ complaints, exitCode, frames })
    })
  })
}
