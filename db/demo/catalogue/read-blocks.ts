/** Reads the blocks the catalogue is written in; an incomplete block stops the demo with an error that names it. */
import { isGenre, type GenreKey } from './genres.ts'
import { sceneNames, type SceneName } from '#db/demo/scenes/scenes.ts'

export interface EpisodeText {
  readonly name_ru: string
  readonly name_uz: string
  readonly about_ru: string
  readonly about_uz: string
}

export interface TitleText {
  readonly name_ru: string
  readonly name_uz: string
  readonly original: string
  readonly year: number
  readonly countries: readonly string[]
  readonly genres: readonly GenreKey[]
  readonly scene: SceneName
  readonly palette?: string
  readonly subject?: string
  readonly minutes: number
  readonly age: number
  readonly marks: readonly string[]
  readonly about_ru: string
  readonly about_uz: string
  readonly seasons: readonly (readonly EpisodeText[])[]
}

const supportedMarks = ['premier', 'exclusive', 'free', 'new_episodes']

function episodeOf(line: string): EpisodeText {
  const [name_ru = '', name_uz = '', about_ru = '', about_uz = '', ...extra] = line
    .split('|')
    .map((part) => part.trim())
  if (about_uz === '' || extra.length > 0) throw new Error(`an episode has the wrong format: ${line}`)
  return { name_ru, name_uz, about_ru, about_uz }
}

function seasonsOf(lines: readonly string[]): EpisodeText[][] {
  const seasons: EpisodeText[][] = []
  for (const line of lines) {
    if (line === '##') seasons.push([])
    else if (seasons.length === 0) throw new Error(`an episode comes before its season: ${line}`)
    else seasons.at(-1)?.push(episodeOf(line))
  }
  return seasons
}

function sceneOf(text: string): SceneName {
  const sceneName = sceneNames.find((name) => name === text)
  if (sceneName === undefined) throw new Error(`there is no scene named ${text}`)
  return sceneName
}

function titleOf(block: string): TitleText {
  const [head = '', about_ru = '', about_uz = '', ...rest] = block.split('\n').map((line) => line.trim())
  const parts = head.split('|').map((part) => part.trim())
  if (parts.length !== 10 || about_uz === '') throw new Error(`a title has the wrong format: ${head}`)
  const [
    name_ru = '',
    name_uz = '',
    original = '',
    year,
    countries = '',
    genres = '',
    picture = '',
    minutes,
    age,
    marks = '',
  ] = parts
  const [scene = '', palette, subject] = picture.split('/')
  const genreKeys = genres.split(' ').filter(isGenre)
  const markList = marks.split(' ').filter((mark) => mark !== '')
  if (genreKeys.length !== genres.split(' ').length) throw new Error(`unknown genre of ${name_ru}: ${genres}`)
  if (markList.some((mark) => !supportedMarks.includes(mark)))
    throw new Error(`unknown mark of ${name_ru}: ${marks}`)
  return {
    name_ru,
    name_uz,
    original,
    year: Number(year),
    countries: countries.split(' '),
    genres: genreKeys,
    scene: sceneOf(scene),
    ...(palette === undefined ? {} : { palette }),
    ...(subject === undefined ? {} : { subject }),
    minutes: Number(minutes),
    age: Number(age),
    marks: markList,
    about_ru,
    about_uz,
    seasons: seasonsOf(rest),
  }
}

export function readBlocks(text: string): TitleText[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map(titleOf)
}
