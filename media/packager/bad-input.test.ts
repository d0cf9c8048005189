/** Badly made or malicious files: rejected or repaired with a reason, and always in limited time. */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { readChapters } from '#media/ffmpeg/probe/read-chapters.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { createPackager, type PackageJob } from './packager.ts'

const binaries = findMediaBinaries({})
const testLimit = { timeout: 240_000 }
let dir = ''

function path(name: string): string {
  return join(dir, name)
}

async function make(name: string, ...args: string[]): Promise<string> {
  const all = ['-v', 'error', '-y', ...args, `file:${path(name)}`]
  const exit = await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args: all, timeoutMs: 120_000 }).exit
  expect(exit.lastLines).toEqual([])
  return path(name)
}

async function packaged(job: Omit<PackageJob, 'encoderEffort'>, filmsDir = path('films')) {
  const packager = createPackager({ filmsDir, ...binaries })
  const made = await packager.packageAsset({ ...job, encoderEffort: 'fast' })
  if (made.kind === 'refused') throw new Error(made.words)
  return made.asset
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bad-input-'))
  const video = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=1', '-f', 'lavfi', '-i', 'sine=d=1']
  await make('clip.mkv', ...video, '-c:v', 'mpeg4', '-c:a', 'aac')
}, 120_000)
afterAll(() => rm(dir, { recursive: true, force: true }))

it('packages a film with a hundred thousand chapters, and ignores them all', testLimit, async () => {
  const chapters = Array.from(
    { length: 100_000 },
    (_, at) => `[CHAPTER]\nTIMEBASE=1/1000000\nSTART=${at * 10}\nEND=${at * 10 + 10}\ntitle=Intro\n`,
  )
  await writeFile(path('chapters.txt'), `;FFMETADATA1\n${chapters.join('')}`)
  const inputs = ['-i', path('clip.mkv'), '-f', 'ffmetadata', '-i', path('chapters.txt')]
  const sourcePath = await make('bomb.mkv', ...inputs, '-map_chapters', '1', '-map', '0', '-c', 'copy')
  expect(await packaged({ assetId: 'chapters', sourcePath })).toMatchObject({ complete: true })
  expect(await readChapters({ ...binaries, path: sourcePath })).toEqual([])
})

it('uses some of hundreds of tracks, warns about it, and finds the video after them', testLimit, async () => {
  await writeFile(path('line.srt'), '1\n00:00:00,100 --> 00:00:00,900\nSalom\n')
  const audio = Array.from({ length: 150 }, () => ['-map', '0:a']).flat()
  const lines = Array.from({ length: 120 }, () => ['-map', '1:s']).flat()
  const inputs = ['-i', path('clip.mkv'), '-i', path('line.srt')]
  const codecs = ['-c:a', 'copy', '-c:s', 'srt', '-c:v', 'copy']
  const sourcePath = await make('tracks.mkv', ...inputs, ...audio, ...lines, '-map', '0:v', ...codecs)
  const asset = await packaged({ assetId: 'tracks', sourcePath })
  expect(asset.audio.length).toBe(8)
  expect(asset.subtitles.length).toBe(16)
  expect(new Set(asset.subtitles.map(({ name }) => name)).size).toBe(16)
  expect(asset.warnings.join('; ')).toContain('only the first 8 of')
})

it('accepts any file name and store name', testLimit, async () => {
  const folder = path(`-i %d 'a' "b" \n $(c) ;|& \\ 🎬`)
  await mkdir(folder)
  const name = '-rf %03d [*?] \u202Eשלום\u202C #1? & =~ oʻzbek ё.mkv'
  await copyFile(path('clip.mkv'), join(folder, name))
  const sidecar = join(folder, '-y %s.srt')
  await writeFile(sidecar, '1\n00:00:00,100 --> 00:00:00,900\nSalom\n')
  const sourcePath = join(folder, name)
  const job = { assetId: 'names', sourcePath, sidecarSubtitles: [{ path: sidecar, language: 'uz' }] }
  const asset = await packaged(job, join(folder, 'films %d'))
  expect(asset).toMatchObject({ complete: true, warnings: [] })
  expect(asset.subtitles.length).toBe(1)
  const files = await readdir(join(folder, 'films %d', 'names'))
  expect(files).toEqual(expect.arrayContaining([...(asset.thumbnails?.files ?? [])]))
})

it('uses the length of the video frames, not the duration in the file header', testLimit, async () => {
  const bytes = await readFile(path('clip.mkv'))
  // Duration (RFC 9559, 5.1.2.10): the id, eight bytes, then a float of milliseconds.
  const at = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]))
  expect(at).toBeGreaterThan(0)
  bytes.writeDoubleBE(36_000_000, at + 3)
  await writeFile(path('lies.mkv'), bytes)
  const asset = await packaged({ assetId: 'lies', sourcePath: path('lies.mkv') })
  expect(asset.complete).toBe(true)
  // A second, and what its encoder added to the audio.
  expect(Math.abs(asset.durationMs - 1000)).toBeLessThan(100)
  expect(asset.warnings).toEqual(['the file breaks off: 1 s of 36000 s could be read'])
})

it(
  'converts embedded ASS and sidecar files of both scripts and any encoding to the same text',
  testLimit,
  async () => {
    const ass = [
      '[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]',
      'Format: Name, Fontname, Fontsize, PrimaryColour, Bold\nStyle: Default,Arial,20,&H00FFFFFF,0\n\n[Events]',
      'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
      'Dialogue: 0,0:00:00.10,0:00:00.90,Default,,0,0,0,,{\\pos(10,10)\\i1}Gʻisht, oʻgʻlim{\\i0}\\Nва ёғоч\n' +
        'Dialogue: 0,0:00:00.10,0:00:00.90,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100{\\p0}\n',
    ]
    await writeFile(path('inside.ass'), ass.join('\n'))
    const inputs = ['-i', path('clip.mkv'), '-i', path('inside.ass'), '-map', '0', '-map', '1']
    const streams = ['-c', 'copy', '-c:s', 'ass', '-metadata:s:s:0', 'language=uzb']
    const sourcePath = await make('ass.mkv', ...inputs, ...streams)
    const cue = (text: string): string => `1\r\n00:00:00,100 --> 00:00:00,900\r\n${text}\r\n`
    // The characters of Windows-1251 for `Ёлка, съешь`.
    const russian = Buffer.from([0xa8, 0xeb, 0xea, 0xe0, 0x2c, 0x20, 0xf1, 0xfa, 0xe5, 0xf8, 0xfc])
    const [before, after] = cue('*')
      .split('*')
      .map((part) => Buffer.from(part))
    await writeFile(path('ru.srt'), Buffer.concat([before ?? russian, russian, after ?? russian]))
    await writeFile(path('latin.srt'), `\uFEFF${cue('Oʻzbekcha gʻoya, choʻl')}`)
    await writeFile(path('cyrillic.srt'), Buffer.from(cue('Ўзбекча ғоя, чўл, қиш, ҳаво'), 'utf16le'))
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), await readFile(path('cyrillic.srt'))])
    await writeFile(path('cyrillic.srt'), marked)
    await writeFile(
      path('noise.srt'),
      Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256)),
    )
    const beside = [
      ['ru.srt', 'ru'],
      ['latin.srt', 'uz'],
      ['cyrillic.srt', 'uz'],
      ['noise.srt', 'en'],
    ] as const
    const sidecarSubtitles = beside.map(([name, language]) => ({ path: path(name), language }))
    const asset = await packaged({ assetId: 'subtitles', sourcePath, sidecarSubtitles })
    const texts = await Promise.all(
      asset.subtitles.map(({ file }) => readFile(join(path('films'), 'subtitles', file), 'utf8')),
    )
    const time = 'WEBVTT\n\n00:00.100 --> 00:00.900\n'
    expect(texts.map((text) => text.trim())).toEqual([
      `${time}<i>Gʻisht, oʻgʻlim</i>\nва ёғоч`,
      `${time}Ёлка, съешь`,
      `${time}Oʻzbekcha gʻoya, choʻl`,
      `${time}Ўзбекча ғоя, чўл, қиш, ҳаво`,
    ])
    expect(asset.subtitles.map(({ language }) => language)).toEqual(['uz', 'ru', 'uz', 'uz'])
    expect(asset.warnings.length).toBe(1)
    expect(asset.warnings[0]).toMatch(/^subtitles from noise\.srt are left out/)
  },
)
