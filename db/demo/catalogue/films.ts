/** The short films that are really packaged and played: their scenes, times and music (`films.json`). */
import * as z from 'zod/mini'
import written from './films.json' with { type: 'json' }
import { sceneNames, type SceneName } from '#db/demo/scenes/scenes.ts'
import { wordsInput, type Words } from './words.ts'

export interface FilmScene {
  readonly scene: SceneName
  readonly palette: string
  readonly seconds: number
  /** The direction of the camera's movement. */
  readonly pan: 1 | -1
  /** The captions, in both languages, in order. */
  readonly lines: readonly Words[]
  /** Draw the film's audio as a wave across the frame. */
  readonly wave: boolean
}

export interface DemoFilm {
  readonly assetId: string
  readonly name_ru: string
  readonly name_uz: string
  /** The whole length, a multiple of 2. */
  readonly seconds: number
  readonly introBeginSec: number
  readonly introEndSec: number
  readonly titlesBeginSec: number
  readonly titlesEndSec: number
  readonly scenes: readonly FilmScene[]
  /** Semitones above a low A, and beats per minute: each of the two languages has its own key and tempo. */
  readonly music: { readonly ru: { key: number; tempo: number }; readonly uz: { key: number; tempo: number } }
}

export const introSec = 4
export const titlesSec = 6

const inputs = z.parse(
  z.array(
    z.strictObject({
      number: z.int(),
      name: wordsInput,
      music: z.strictObject({ key: z.int(), tempo: z.int() }),
      scenes: z.array(
        z.strictObject({
          scene: z.enum(sceneNames),
          palette: z.string(),
          seconds: z.int(),
          pan: z.literal([1, -1]),
          lines: z.array(wordsInput),
          wave: z.optional(z.literal(true)),
        }),
      ),
    }),
  ),
  written,
)

const films: readonly DemoFilm[] = inputs.map(({ number, name, music: { key, tempo }, scenes }) => {
  const body = scenes.reduce((sum, one) => sum + one.seconds, 0)
  const titlesBeginSec = introSec + body
  return {
    assetId: `demo-film-${number}`,
    name_ru: name.ru,
    name_uz: name.uz,
    seconds: titlesBeginSec + titlesSec,
    introBeginSec: 0,
    introEndSec: introSec,
    titlesBeginSec,
    titlesEndSec: titlesBeginSec + titlesSec,
    scenes: scenes.map(({ wave = false, ...scene }) => ({ ...scene, wave })),
    music: { ru: { key, tempo }, uz: { key: (key + 5) % 12, tempo: tempo + 22 } },
  }
})

/** Every film the demo packages. */
export function demoFilms(): readonly DemoFilm[] {
  return films
}
