/** The product's addresses in other players: hls.js on a bare page, and ffmpeg with ffprobe. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findMediaBinaries } from '#media/media.ts'
import {
  changeSound,
  faultsOf,
  isSeenAndHeard,
  languagesOf,
  openBarePage,
  playBare,
  seek,
  wordsOf,
} from '#tests/kit/player/bare-player.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { findFilm, packagingLimitMs } from '#tests/kit/product/demo-films.ts'
import { fetchData, playing, recorded } from '#tests/kit/product/on-air.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const { ffmpegPath, ffprobePath } = findMediaBinaries({})
const run = promisify(execFile)

let token = ''
let visitor: Visitor
let page: Page
let film = { vid: 0, vfid: 0 }

beforeAll(async () => {
  ;({ token } = await logIn(url))
  film = await findFilm(url, token)
  visitor = await visit(url, { name: 'bare', width: 640, height: 360 })
  ;({ page } = visitor)
  await openBarePage(page, url)
}, packagingLimitMs + 90_000)
afterAll(async () => {
  // Other journeys count the devices of this account.
  await fetchData(url, '/middleware/download/remove', token, { vfid: film.vfid })
  await visitor?.leave()
})

/** The address in a response for a viewer. */
async function addressOf(path: string, body?: object): Promise<string> {
  const { data, failure } = await fetchData<{ url?: string }>(url, path, token, body)
  if (data?.url === undefined) throw new Error(`${path}: ${failure ?? 'no address'}`)
  return new URL(data.url, url).href
}

/**
 * The kinds of streams that ffprobe finds; neither it nor ffmpeg, which decodes two seconds of all, may report an
 * error.
 */
async function readByFfmpeg(address: string): Promise<readonly string[]> {
  const own = { timeout: 60_000, encoding: 'utf8' } as const
  const [probed, decoded] = await Promise.all([
    run(ffprobePath, ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', address], own),
    run(
      ffmpegPath,
      ['-v', 'error', '-i', address, '-map', '0:v', '-map', '0:a', '-t', '2', '-f', 'null', '-'],
      own,
    ),
  ])
  expect([probed.stderr, decoded.stderr]).toEqual(['', ''])
  return [...new Set(probed.stdout.split('\n').map((line) => line.split(',')[0]?.trim() ?? ''))].filter(
    Boolean,
  )
}

describe('another player', () => {
  it.each([
    ['a film', () => addressOf(`/middleware/video/url?vid=${film.vid}&vfid=${film.vfid}`)],
    ['a film whose segments are encrypted', () => addressOf('/middleware/download/begin', film)],
  ] as const)(
    '[FILM-04] [PLAYER-01] [PLAYER-07] plays %s with its audio tracks and subtitles, and seeks in it',
    async (_what, ask) => {
      const address = await ask()
      await playBare(page, address)
      await isSeenAndHeard(page)
      const { sounds, texts } = await languagesOf(page)
      expect([...sounds].toSorted()).toEqual(['ru', 'uz'])
      expect([...texts].toSorted()).toEqual(['ru', 'uz'])
      await seek(page, 9)
      await seek(page, 2)
      await changeSound(page, 1)
      await isSeenAndHeard(page)
      expect(await wordsOf(page, texts.indexOf('ru'))).toMatch(/[а-яё]/i)
      expect(await faultsOf(page)).toEqual([])
      expect(await readByFfmpeg(address)).toEqual(expect.arrayContaining(['video', 'audio']))
    },
    120_000,
  )

  it('[GUIDE-04] plays a programme of the archive and seeks to its middle', async () => {
    const channel = (await playing(url, token, 5)).at(-1)
    const { programme } = await recorded(url, token, channel?.id ?? 0)
    const { pid, cid, begin_time, end_time } = programme
    const address = await addressOf(`/middleware/program/url?pid=${pid}&cid=${cid}`)
    await playBare(page, address)
    await seek(page, (end_time - begin_time) / 2)
    await isSeenAndHeard(page)
    expect(await faultsOf(page)).toEqual([])
    expect(await readByFfmpeg(address)).toEqual(expect.arrayContaining(['video', 'audio']))
  }, 120_000)

  it('[TV-08] plays a channel live', async () => {
    const [channel] = await playing(url, token, 1)
    const address = await addressOf(`/middleware/channel/url?cid=${channel?.id}`)
    await playBare(page, address)
    await isSeenAndHeard(page)
    expect(await faultsOf(page)).toEqual([])
    expect(await readByFfmpeg(address)).toEqual(expect.arrayContaining(['video', 'audio']))
  }, 120_000)
})
