/** Generates one demo film: draws its scenes, composes its music, writes its subtitles, joins them with ffmpeg. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { filmRecipe } from './recipe.ts'
import { composeMusic, waveFile } from './music.ts'
import { paintFilm } from './sheets.ts'
import { filmSubtitles } from './subtitles.ts'
import type { DemoFilm } from '#db/demo/catalogue/films.ts'

/** Generating a film takes a few seconds; one that takes this long will not end. */
const longestMs = 10 * 60_000

export interface MakeFilmOptions {
  readonly film: DemoFilm
  /**
   * The path of the film (Matroska: H.264, two FLAC tracks, two subtitle tracks); the file appears only when it is
   * complete.
   */
  readonly outFile: string
  readonly ffmpegPath: string
  readonly signal?: AbortSignal
}

/** The font of the captions, from an installed package: a bare machine has no fonts. */
export function captionFontFile(): string {
  return createRequire(import.meta.url).resolve('@expo-google-fonts/onest/700Bold/Onest_700Bold.ttf')
}

/** Rejects with ffmpeg's last messages when it fails, and with the signal's reason when it was aborted. */
export async function makeDemoFilm({ film, outFile, ffmpegPath, signal }: MakeFilmOptions): Promise<void> {
  const directory = await mkdtemp(join(dirname(outFile), `.${basename(outFile)}-`))
  try {
    const shots = await paintFilm(film, directory, signal)
    const parts = { sound: { ru: '', uz: '' }, subtitles: { ru: '', uz: '' } }
    for (const language of ['ru', 'uz'] as const) {
      const music = composeMusic({
        seed: film.assetId,
        seconds: film.seconds,
        manner: language,
        ...film.music[language],
      })
      parts.sound[language] = join(directory, `${language}.wav`)
      parts.subtitles[language] = join(directory, `${language}.srt`)
      await writeFile(parts.sound[language], waveFile(music))
      await writeFile(parts.subtitles[language], filmSubtitles(film, language))
    }
    signal?.throwIfAborted()
    const recipe = filmRecipe(film, { ...parts, shots, fontFile: captionFontFile() })
    const graphFile = join(directory, 'graph.txt')
    await writeFile(graphFile, recipe.filterComplex)
    const made = join(directory, 'film.mkv')
    const run = runFfmpeg({
      ffmpegPath,
      args: [
        '-v',
        'error',
        '-y',
        ...recipe.inputs,
        '-filter_complex_script',
        graphFile,
        ...recipe.output,
        made,
      ],
      timeoutMs: longestMs,
      ...(signal === undefined ? {} : { signal }),
    })
    const exit = await run.exit
    signal?.throwIfAborted()
    if (exit.code !== 0)
      throw new Error(
        `ffmpeg could not make ${film.assetId}: ${exit.lastLines.slice(-3).join(' | ').slice(0, 600)}`,
      )
    await rename(made, outFile)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
