/** Reads a real film with the real programs: chapters, ends, stills, subtitles, damage. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractSmallStill, extractStill } from '#media/ffmpeg/encode/extract-still.ts'
import { convertSubtitleFile, extractSubtitles } from '#media/ffmpeg/encode/extract-subtitles.ts'
import { makeSprites } from '#media/ffmpeg/encode/make-sprites.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { audioEndMs } from './audio-end.ts'
import { decodeWhole } from './decode-check.ts'
import { keyFrameDarkness } from './marker-signals.ts'
import { readChapters } from './read-chapters.ts'
import { scanVideo } from './scan-video.ts'

const { ffmpegPath, ffprobePath } = findMediaBinaries({})
const subRip =
  '1\n00:00:01,000 --> 00:00:02,000\nСалом, дунё\n\n2\n00:00:03,000 --> 00:00:04,000\n<i>Hayr</i>\n'
const chapters =
  ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=Заставка\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=2000\nEND=6000\n'

let dir = ''
let film = ''
const missing = () => join(dir, 'missing.mkv')

/** Six seconds: red, then black from the fourth on; audio that ends half a second early. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'read-film-'))
  film = join(dir, 'film.mkv')
  await writeFile(join(dir, 'words.srt'), subRip)
  await writeFile(join(dir, 'chapters.txt'), chapters)
  const video = 'color=red:s=320x180:r=25:d=4[a];color=black:s=320x180:r=25:d=2[b];[a][b]concat=n=2:v=1'
  const inputs = ['-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', 'sine=d=5.5', '-i', join(dir, 'words.srt')]
  const metadata = ['-f', 'ffmetadata', '-i', join(dir, 'chapters.txt'), '-map_metadata', '3']
  const maps = ['-map', '0:v', '-map', '1:a', '-map', '2:s']
  const coding = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '25',
    '-bf',
    '0',
    '-c:a',
    'aac',
    '-c:s',
    'srt',
  ]
  const args = ['-nostats', '-y', ...inputs, ...metadata, ...maps, ...coding, film]
  const exit = await runFfmpeg({ ffmpegPath, args, timeoutMs: 60_000 }).exit
  if (exit.code !== 0) throw new Error(exit.lastLines.join('\n'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('the data read from a film file', () => {
  it('has its chapters, in order, with their names', async () => {
    expect(await readChapters({ ffprobePath, path: film })).toEqual([
      { name: 'Заставка', beginSec: 0, endSec: 2 },
      { name: '', beginSec: 2, endSec: 6 },
    ])
    expect(await readChapters({ ffprobePath, path: missing() })).toEqual([])
  })

  it('has the real end of its audio, and none where there is no audio', async () => {
    const ends = await audioEndMs({ ffprobePath, path: film, fileStartSec: 0, fromMs: 4000 })
    expect(ends).toBeGreaterThan(5400)
    expect(ends).toBeLessThan(5700)
    expect(await audioEndMs({ ffprobePath, path: missing(), fileStartSec: 0, fromMs: 0 })).toBeUndefined()
  })

  it('has its key frames: a second apart, so that it may be copied', async () => {
    const scan = await scanVideo({ ffprobePath, path: film, streamIndex: 0, fileStartSec: 0 })
    expect(scan).toMatchObject({ frames: 150 })
    expect(await scanVideo({ ffprobePath, path: missing(), streamIndex: 0, fileStartSec: 0 })).toBeUndefined()
  })

  it('has the darkness of each key frame', async () => {
    const part = { ffmpegPath, trackPath: film, fromSec: 0, lengthSec: 6 }
    const frames = (await keyFrameDarkness(part)) ?? []
    const dark = frames.filter(({ blackPercent }) => blackPercent > 90).map(({ atSec }) => Math.round(atSec))
    expect([frames.length, dark]).toEqual([6, [4, 5]])
    expect(await keyFrameDarkness({ ...part, trackPath: missing() })).toBeUndefined()
  })
})

describe('a still of a film', () => {
  it('has the requested size, in plain colours', async () => {
    const still = await extractSmallStill({ ffmpegPath, path: film, atSec: 1, width: 4, height: 2 })
    expect(still).toHaveLength(4 * 2 * 3)
    const [red = 0, green = 0, blue = 0] = still ?? []
    expect(red).toBeGreaterThan(200)
    expect(Math.max(green, blue)).toBeLessThan(40)
  })

  it('is undefined after the end, and for a missing file', async () => {
    const size = { width: 4, height: 2 }
    expect(await extractSmallStill({ ffmpegPath, path: film, atSec: 60, ...size })).toBeUndefined()
    expect(await extractSmallStill({ ffmpegPath, path: missing(), atSec: 0, ...size })).toBeUndefined()
  })

  it('for a poster is cropped to two by three, around the given position', async () => {
    for (const uprightAround of [0, 0.5, 1]) {
      const options = { streamIndex: 0, deinterlace: false, width: 320, height: 180, uprightAround }
      const still = await extractStill({ ffmpegPath, path: film, atSec: 1, ...options })
      // The frame header of a JPEG: its height and its width.
      const at = still?.indexOf(Buffer.from([0xff, 0xc0])) ?? -1
      expect([still?.readUInt16BE(at + 7), still?.readUInt16BE(at + 5)]).toEqual([120, 180])
    }
  })
})

describe('subtitles', () => {
  it('[PLAYER-01] are extracted from the film as WebVTT, with their own characters', async () => {
    const targetPath = join(dir, 'out.vtt')
    const outcome = await extractSubtitles({
      ffmpegPath,
      sourcePath: film,
      streams: [{ streamIndex: 2, targetPath }],
    })
    expect(outcome.kind).toBe('done')
    const text = await readFile(targetPath, 'utf8')
    expect(text.startsWith('WEBVTT')).toBe(true)
    // The container shifts everything by an audio frame.
    expect(text).toMatch(/00:01\.0\d\d --> 00:02\.0\d\d\nСалом, дунё/)
  })

  it('[PLAYER-01] are converted from a sidecar file, but not from other kinds of files', async () => {
    const targetPath = join(dir, 'beside.vtt')
    const convert = (textPath: string) => convertSubtitleFile({ ffmpegPath, textPath, targetPath })
    expect((await convert(join(dir, 'words.srt'))).kind).toBe('done')
    expect(await readFile(targetPath, 'utf8')).toContain('<i>Hayr</i>')
    expect((await convert(film)).kind).toBe('failed')
  })
})

describe('thumbnails', () => {
  it('[PLAYER-01] are on sheets, one for each step of the film', async () => {
    const outcome = await makeSprites({
      ...{ ffmpegPath, trackPath: film, widthPx: 32, heightPx: 18 },
      taken: { intervalMs: 50, count: 120 },
      targetPattern: join(dir, 'sprite-%d.jpg'),
    })
    expect(outcome.kind).toBe('done')
    const sheets = (await readdir(dir)).filter((name) => name.startsWith('sprite-'))
    // A hundred per sheet.
    expect(sheets.toSorted()).toEqual(['sprite-0.jpg', 'sprite-1.jpg'])
  })
})

describe('a film that is decoded to its end', () => {
  it('is intact when every frame is decoded, and damaged when the decoder reports an error', async () => {
    expect(await decodeWhole({ ffmpegPath, path: film })).toMatchObject({ kind: 'done', frames: 150 })
    const bytes = await readFile(film)
    const path = join(dir, 'damaged.mkv')
    await writeFile(path, bytes.fill(0x55, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2)))
    expect((await decodeWhole({ ffmpegPath, path })).kind).toBe('failed')
  })
})
