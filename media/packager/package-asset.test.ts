import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { filmManifest, filmMaster, filmMedia } from '#media/playlists/film-playlists.ts'
import { parseMasterPlaylist, parseMediaPlaylist } from '#media/playlists/read-hls.ts'
import { readAsset, writeAsset } from './asset/asset.ts'
import type { PackagedAsset, PackagingProgress, PackagingRefused } from './job/job.ts'
import { createPackager } from './packager.ts'

const binaries = findMediaBinaries({})

let dir = ''
let film = ''

function path(name: string): string {
  return join(dir, name)
}

async function make(name: string, ...args: string[]): Promise<string> {
  const run = runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    args: ['-v', 'error', '-y', ...args, path(name)],
    timeoutMs: 20_000,
  })
  const exit = await run.exit
  if (exit.code !== 0) throw new Error(exit.lastLines.join('\n'))
  return path(name)
}

/** The output of a measuring filter for a file. */
async function watch(name: string, ...filter: string[]): Promise<string[]> {
  const lines: string[] = []
  const args = ['-i', path(name), ...filter, '-f', 'null', '-']
  const onStderrLine = (line: string): void => void lines.push(line)
  const exit = await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args, onStderrLine, timeoutMs: 20_000 })
    .exit
  if (exit.code !== 0) throw new Error(exit.lastLines.join('\n'))
  return lines
}

function packaged(result: PackagedAsset | PackagingRefused): PackagedAsset {
  if (result.kind === 'refused') throw new Error(`${result.reason}: ${result.words}`)
  return result
}

function packager() {
  return createPackager({ filmsDir: path('films'), ...binaries })
}

function testVideo(size: string, seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`]
}

function tone(hertz: number, seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${seconds}`]
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'packager-'))
  await writeFile(path('inside.srt'), '1\n00:00:01,000 --> 00:00:02,500\nSalom, dunyo\n')
  film = await make(
    'film.mkv',
    ...testVideo('854x480', 5),
    ...tone(440, 5),
    ...tone(880, 3),
    '-i',
    path('inside.srt'),

    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    '-map',
    '3',
    '-c:v',
    'mpeg4',
    '-q:v',
    '4',
    '-c:a',
    'flac',
    '-c:s',
    'srt',
    '-metadata:s:a:0',
    'language=rus',
    '-metadata:s:a:1',
    'language=uzb',
    '-metadata:s:s:0',
    'language=uzb',
  )
})

afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

/** `Привет` in Windows-1251. */
const sidecarBytes = Buffer.concat([
  Buffer.from('1\r\n00:00:00,500 --> 00:00:02,000\r\n'),
  Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
  Buffer.from('\r\n'),
])

describe('a film with two renditions, two languages and subtitles', () => {
  const seen: PackagingProgress[] = []
  let result: PackagedAsset

  beforeAll(async () => {
    await writeFile(path('beside.srt'), sidecarBytes)
    result = packaged(
      await packager().packageAsset({
        assetId: 'film',
        sourcePath: film,
        sidecarSubtitles: [{ path: path('beside.srt'), language: 'ru' }],
        encoderEffort: 'fast',
        onProgress: (progress) => seen.push(progress),
      }),
    )
  })

  it('has all its renditions on one grid of two seconds, with audio as long as the video', () => {
    const { asset } = result
    expect(asset.complete).toBe(true)
    expect(asset.video.map((track) => `${track.rendition} ${track.width}x${track.height}`)).toEqual([
      'v360 640x360',
      'v480 854x480',
    ])
    for (const track of asset.video) {
      const starts = track.segments.map((segment) => segment.startTicks / track.timescale)
      expect(starts).toEqual([0, 2, 4])
    }
    expect(asset.durationMs).toBe(5000)
    expect(asset.audio.map((track) => track.language)).toEqual(['ru', 'uz'])
    for (const track of asset.audio) {
      expect(Math.abs(track.durationMs - 5000)).toBeLessThan(25)
      const starts = track.segments.map((segment) => segment.startTicks / track.timescale)
      for (const [position, start] of starts.entries()) {
        expect(start).toBeGreaterThanOrEqual(position * 2)
        expect(start).toBeLessThan(position * 2 + 1024 / 48_000)
      }
      expect(starts.length).toBe(3)
    }
  })

  it('has its subtitles as WebVTT, also those in Windows-1251', async () => {
    expect(result.asset.subtitles.map((track) => track.language)).toEqual(['uz', 'ru'])
    const texts = await Promise.all(
      result.asset.subtitles.map((track) => readFile(path(`films/film/${track.file}`), 'utf8')),
    )
    expect(texts[0]).toMatch(/^WEBVTT[\s\S]*00:01\.000 --> 00:02\.500\s+Salom, dunyo/)
    expect(texts[1]).toMatch(/^WEBVTT[\s\S]*00:00\.500 --> 00:02\.000\s+Привет/)
  })

  it('was playable before it was complete, and its progress never decreased', () => {
    expect(seen.some((progress) => progress.playable && progress.fraction < 1)).toBe(true)
    const fractions = seen.map((progress) => progress.fraction)
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other))
    expect(seen.at(-1)).toMatchObject({ stage: 'done', fraction: 1, playable: true })
    const foretold = seen.find(({ stage }) => stage === 'picture')?.durationMs ?? 0
    expect(Math.abs(foretold - result.asset.durationMs)).toBeLessThan(200)
  })

  it('is read from disk as it was made, and has exactly the files it names', async () => {
    expect(await readAsset(path('films/film'))).toEqual(result.asset)
    const { video, audio, subtitles, thumbnails } = result.asset
    const named = [...video, ...audio, ...subtitles].map((track) => track.file)
    const files = ['asset.json', ...named, ...(thumbnails?.files ?? [])]
    expect((await readdir(path('films/film'))).toSorted()).toEqual(files.toSorted())
    expect(await readdir(path('films'))).toEqual(['film'])
  })

  it('has playlists that refer to each other and to existing bytes', async () => {
    const master = parseMasterPlaylist(filmMaster(result.asset))
    expect(master?.variants.map((variant) => variant.codecs?.split(',').length)).toEqual([2, 2])
    expect(master?.images.length).toBe(1)
    const uris = [...(master?.variants ?? []), ...(master?.renditions ?? []), ...(master?.images ?? [])]
    for (const { uri } of uris) {
      const media = parseMediaPlaylist(filmMedia(result.asset, (uri ?? '').replace('.m3u8', '')) ?? '')
      expect(media?.ended).toBe(true)
      const last = media?.segments.at(-1)
      const bytes = await readFile(path(`films/film/${last?.uri}`))
      if (last?.byteRange === undefined) continue
      expect(last.byteRange.offset + last.byteRange.length).toBe(bytes.length)
      expect(bytes.toString('latin1', last.byteRange.offset + 4, last.byteRange.offset + 8)).toBe('moof')
    }
  })

  it('has a manifest with correct index ranges', async () => {
    const manifest = filmManifest(result.asset)
    const track = result.asset.video[0]
    const bytes = await readFile(path('films/film/v360.mp4'))
    expect(manifest).toContain(`indexRange="${track?.indexBegin}-${(track?.indexEnd ?? 0) - 1}"`)
    expect(bytes.toString('latin1', (track?.indexBegin ?? 0) + 4, (track?.indexBegin ?? 0) + 8)).toBe('sidx')
    expect(manifest.match(/<Representation /g)?.length).toBe(7)
  })

  it('is not packaged a second time', async () => {
    const again = await packager().packageAsset({
      assetId: 'film',
      sourcePath: film,
      sidecarSubtitles: [{ path: path('beside.srt'), language: 'ru' }],
    })
    expect(again).toMatchObject({ kind: 'packaged', made: 'nothing' })
  })

  it('gets new subtitle files without encoding the film again', async () => {
    await writeFile(path('new.vtt'), 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n')
    const sidecarSubtitles = [
      { path: path('beside.srt'), language: 'ru' },
      { path: path('new.vtt'), language: 'en' },
    ]
    const written = (await stat(path('films/film/v480.mp4'))).mtimeMs
    const more = await packager().packageAsset({ assetId: 'film', sourcePath: film, sidecarSubtitles })
    expect(packaged(more).asset.subtitles.map((track) => track.language)).toEqual(['uz', 'ru', 'en'])
    expect(await readAsset(path('films/film'))).toEqual(packaged(more).asset)
    const fewer = await packager().packageAsset({
      assetId: 'film',
      sourcePath: film,
      sidecarSubtitles: sidecarSubtitles.slice(0, 1),
    })
    expect(packaged(fewer).asset.subtitles.map((track) => track.language)).toEqual(['uz', 'ru'])
    expect(await readdir(path('films/film'))).not.toContain('s2-en.vtt')
    expect((await stat(path('films/film/v480.mp4'))).mtimeMs).toBe(written)
  })

  it('is completed after a crash', async () => {
    const { asset } = result
    await writeAsset(path('films/film'), { ...asset, video: asset.video.slice(0, 1), complete: false })
    await rm(path('films/film/v480.mp4'))
    await writeFile(path('films/film/v480.mp4.part'), 'half a rendition')
    const stages: string[] = []
    const again = await packager().packageAsset({
      assetId: 'film',
      sourcePath: film,
      sidecarSubtitles: [{ path: path('beside.srt'), language: 'ru' }],
      encoderEffort: 'fast',
      onProgress: ({ stage, rendition }) => stages.push(rendition ?? stage),
    })
    expect(packaged(again).made).toBe('rest')
    expect(packaged(again).asset.video.map((track) => track.rendition)).toEqual(['v360', 'v480'])
    expect(stages).not.toContain('v360')
    expect(await readdir(path('films/film'))).not.toContain('v480.mp4.part')
  })
})

describe('difficult sources', () => {
  it('adds a silent track to a film without audio', async () => {
    const mute = await make('mute.mp4', ...testVideo('320x180', 3), '-c:v', 'libx264')
    const { asset } = packaged(await packager().packageAsset({ assetId: 'mute', sourcePath: mute }))
    expect(asset.audio.map((track) => track.language)).toEqual(['zxx'])
    expect(asset.warnings.join()).toContain('no audio')
  })

  it('keeps audio and video synchronised, at the target loudness', async () => {
    // A flash and a beep at the start of each second, the audio 14 dB too quiet.
    const beat = 'lt(mod(t,1),0.08)'
    const flash = `color=black:s=320x180:r=25:d=6,drawbox=color=white:t=fill:enable='${beat}'`
    const beep = `aevalsrc='if(${beat},0.05*sin(2*PI*1000*t),0)':s=48000:d=6`
    const inputs = ['-f', 'lavfi', '-i', flash, '-f', 'lavfi', '-i', beep]
    const beating = await make('beat.mp4', ...inputs, '-c:v', 'libx264', '-c:a', 'aac')
    packaged(await packager().packageAsset({ assetId: 'beat', sourcePath: beating }))
    const dark = await watch('films/beat/v360.mp4', '-vf', 'blackdetect=d=0.1:pix_th=0.5')
    const quiet = await watch('films/beat/a0-und.mp4', '-af', 'silencedetect=n=-50dB:d=0.3')
    const times = (lines: readonly string[], pattern: RegExp): number[] =>
      lines.flatMap((line) => pattern.exec(line)?.[1] ?? []).map(Number)
    const flashes = times(dark, /black_end:(\S+)/).slice(0, 5)
    const beeps = times(quiet, /silence_end: (\S+)/).slice(0, 5)
    expect(flashes.map(Math.round)).toEqual([1, 2, 3, 4, 5])
    expect(beeps.length).toBe(5)
    for (const [position, time] of flashes.entries()) {
      expect(Math.abs(time - (beeps[position] ?? 0))).toBeLessThan(0.04)
    }
    const measured = await watch('films/beat/a0-und.mp4', '-af', 'ebur128=framelog=quiet')
    const loudness = times(measured, /^\s*I:\s+(\S+) LUFS/)[0] ?? 0
    expect(loudness).toBeGreaterThan(-26)
    expect(loudness).toBeLessThan(-20)
  })

  it('packages what is left of a truncated file, and warns', async () => {
    const whole = ['-c:v', 'libx264', '-g', '25', '-movflags', '+faststart']
    const cut = await make('cut.mp4', ...testVideo('320x180', 12), ...whole)
    const { length } = await readFile(cut)
    await truncate(cut, Math.floor(length / 2))
    const { asset } = packaged(await packager().packageAsset({ assetId: 'cut', sourcePath: cut }))
    expect(asset.durationMs).toBeGreaterThan(2000)
    expect(asset.durationMs).toBeLessThan(10_000)
    expect(asset.warnings.join()).toContain('breaks off')
  })

  it('rejects a file that is not a film with a text, and leaves no files', async () => {
    await writeFile(path('empty.mp4'), '')
    await writeFile(path('letter.mp4'), 'Dear editor, please find enclosed no film at all.')
    await writeFile(path('list.mp4'), `ffconcat version 1.0\nfile ${film}\n`)
    await make('song.m4a', ...tone(440, 1), '-c:a', 'aac')
    const reasons: Record<string, string> = {}
    for (const name of ['empty.mp4', 'letter.mp4', 'list.mp4', 'song.m4a', 'missing.mp4']) {
      const outcome = await packager().packageAsset({ assetId: 'refused', sourcePath: path(name) })
      reasons[name] = outcome.kind === 'refused' ? outcome.reason : 'packaged'
      if (outcome.kind === 'refused') expect(outcome.words.length).toBeGreaterThan(10)
    }
    expect(reasons).toEqual({
      'empty.mp4': 'empty',
      'letter.mp4': 'not_a_video',
      'list.mp4': 'not_a_video',
      'song.m4a': 'no_video',
      'missing.mp4': 'missing',
    })
    const left = await readdir(path('films'))
    expect(left.filter((name) => name.startsWith('refused'))).toEqual([])
    const outcome = await packager().packageAsset({ assetId: '../film', sourcePath: film })
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'bad_id' })
  })

  it('stops when aborted; published files stay playable', async () => {
    const calledOff = new AbortController()
    const early = await packager().packageAsset({
      assetId: 'off',
      sourcePath: film,
      signal: calledOff.signal,
      onProgress: ({ stage }) => {
        if (stage === 'picture') calledOff.abort()
      },
    })
    expect(early).toMatchObject({ kind: 'refused', reason: 'aborted', playable: false })
    expect((await readdir(path('films'))).filter((name) => name.startsWith('off'))).toEqual([])
    const late = new AbortController()
    const halfway = await packager().packageAsset({
      assetId: 'off',
      sourcePath: film,
      encoderEffort: 'fast',
      signal: late.signal,
      onProgress: ({ rendition }) => {
        if (rendition === 'v480') late.abort()
      },
    })
    expect(halfway).toMatchObject({ kind: 'refused', reason: 'aborted', playable: true })
    const left = await readAsset(path('films/off'))
    expect(left).toMatchObject({ complete: false, video: [{ rendition: 'v360' }] })
  })
})
