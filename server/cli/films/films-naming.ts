/** Rules about the names of folders and files of films: they hold at every import. */
import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { atTheTerminal, withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, type CommandInput, done, refused, shown } from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  type FileNaming,
  type FolderNaming,
  listNaming,
  removeNaming,
  saveNaming,
} from '#server/imports/imports.ts'
import { ruleLine } from './folder-lines.ts'

export const filmsNamingList: CliCommand = {
  name: 'films naming list',
  usage: '[folder]',
  summary: 'what was said about the names of folders and files of films',
  help: `For a folder: its rules, those of what is in it, and of the folders above.

Examples
  npm run ekran -- films naming list
  npm run ekran -- films naming list /media/films/Serial`,
  min: 0,
  max: 1,
  run: (input, tools) =>
    withServices(tools, async ({ work }) => {
      const [folder] = input.words
      const rules = await listNaming(work.db, folder === undefined ? undefined : await pathOf(folder))
      return rules.length === 0 ? done('Nothing was said about names.') : done(...rules.map(ruleLine))
    }),
}

/** Without links, as rules are stored; a path that is gone as it is. */
async function pathOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path))
}

const kinds = { folder: ['series', 'films'], file: ['film', 'episode', 'left'] } as const

export const filmsNamingSet: CliCommand = {
  name: 'films naming set',
  usage: '<folder or file> [options]',
  summary: 'say how the names of a folder are read, or what a file is, at this and every later import',
  help: `Replaces what was said about this folder or file before.

Of a folder, and of the folders in it:
  --kind series|films      all its videos are episodes of one series, or all are films
  --series <title>         the title of the series
  --season <number>        the season
  --episode first|last|order
                           the episode is the first or the last number of the name, or the order of the files
  --no-crosses             numbers like 2x1 are no episodes
  --no-years               numbers like 2019 are no years
  --subtitles rus2=ru,x=uz languages by the part of a subtitle's name before its form
  --by-hand                the watched folder leaves it: it is looked through and applied

Of a file:
  --kind film|episode|left it is a film, an episode, or not imported
  --title, --year, --series, --season, --episode <number>

Examples
  npm run ekran -- films naming set /media/films/Serial --series "Serial" --season 2 --episode last
  npm run ekran -- films naming set /media/films/sar_2x1.mp4 --kind film --title "SAR" --year 2010`,
  options: {
    ...{ kind: { type: 'string' }, series: { type: 'string' }, season: { type: 'string' } },
    ...{ episode: { type: 'string' }, title: { type: 'string' }, year: { type: 'string' } },
    ...{ subtitles: { type: 'string' }, 'no-crosses': { type: 'boolean' } },
    ...{ 'no-years': { type: 'boolean' }, 'by-hand': { type: 'boolean' } },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [word = ''] = input.words
    const path = await pathOf(word)
    const isFolder = await stat(path).then(
      (entry) => entry.isDirectory(),
      () => undefined,
    )
    if (isFolder === undefined) return refused(`there is no folder or file ${shown(word)}`)
    const rule = isFolder ? folderRule(input) : fileRule(input)
    if (typeof rule === 'string') return refused(rule)
    return withServices(tools, async (services) => {
      const saved = await saveNaming(services.work.db, { path, is_folder: isFolder, rule }, atTheTerminal())
      if (saved.kind === 'full') return refused(`there are ${saved.max} rules already; remove some`)
      await record(services, path, saved.before, rule)
      return done(`From the next import on ${shown(path)} is read by this rule.`)
    })
  },
}

/** The rule of a folder, or what is wrong with it. */
function folderRule(input: CommandInput): FolderNaming | string {
  const [kind, episode] = [input.text('kind'), input.text('episode')]
  if (kind !== undefined && !isOneOf(kinds.folder, kind)) return '--kind of a folder is series or films'
  const places = ['first', 'last', 'order'] as const
  if (episode !== undefined && !isOneOf(places, episode))
    return '--episode of a folder is first, last or order'
  if (input.text('title') !== undefined || input.text('year') !== undefined)
    return '--title and --year belong to a file'
  const season = numberOf(input, 'season', 999)
  const subtitles = languagesOf(input.text('subtitles'))
  if (typeof season === 'string') return season
  if (typeof subtitles === 'string') return subtitles
  const rule = {
    ...(kind === undefined ? {} : { kind }),
    ...textOf(input, 'series'),
    ...(season === undefined ? {} : { season }),
    ...(episode === undefined ? {} : { episode }),
    ...(input.flag('no-crosses') ? { no_crosses: true } : {}),
    ...(input.flag('no-years') ? { no_years: true } : {}),
    ...(subtitles === undefined ? {} : { subtitles }),
    ...(input.flag('by-hand') ? { by_hand: true } : {}),
  }
  return Object.keys(rule).length === 0 ? 'the rule says nothing; "films naming remove" removes it' : rule
}

/** What a file is, or what is wrong with it. */
function fileRule(input: CommandInput): FileNaming | string {
  const kind = input.text('kind') ?? ''
  if (!isOneOf(kinds.file, kind)) return '--kind of a file is film, episode or left'
  const numbers = {
    year: numberOf(input, 'year', 2200, 1880),
    season: numberOf(input, 'season', 999),
    episode: numberOf(input, 'episode', 9999),
  }
  const wrong = Object.values(numbers).find((number) => typeof number === 'string')
  if (wrong !== undefined) return wrong
  const filled = Object.entries(numbers).filter(([, number]) => number !== undefined)
  return { kind, ...textOf(input, 'title'), ...textOf(input, 'series'), ...Object.fromEntries(filled) }
}

function isOneOf<Value extends string>(values: readonly Value[], word: string): word is Value {
  return (values as readonly string[]).includes(word)
}

function textOf<Name extends string>(input: CommandInput, name: Name): { readonly [Key in Name]?: string } {
  const text = input.text(name)?.trim().slice(0, 200)
  return (text === undefined || text === '' ? {} : { [name]: text }) as { readonly [Key in Name]?: string }
}

function numberOf(input: CommandInput, name: string, max: number, min = 0): number | undefined | string {
  const text = input.text(name)
  if (text === undefined) return undefined
  const number = Number(text)
  return /^\d{1,4}$/.test(text) && number >= min && number <= max ? number : `--${name} is ${min} to ${max}`
}

function languagesOf(text: string | undefined): Readonly<Record<string, string>> | undefined | string {
  if (text === undefined) return undefined
  const pairs = text.split(',').map((pair) => /^([^=]{0,40})=([a-z]{2})$/.exec(pair.trim()))
  if (pairs.some((pair) => pair === null))
    return '--subtitles is the part of the name and the code of the language: rus2=ru,x=uz'
  return Object.fromEntries(pairs.map((pair) => [(pair?.[1] ?? '').toLowerCase(), pair?.[2] ?? '']))
}

export const filmsNamingRemove: CliCommand = {
  name: 'films naming remove',
  usage: '<folder or file>',
  summary: 'remove what was said about a folder or a file: its names are guessed again',
  help: `Example
  npm run ekran -- films naming remove /media/films/Serial`,
  min: 1,
  max: 1,
  run: (input, tools) =>
    withServices(tools, async (services) => {
      const [word = ''] = input.words
      const path = await pathOf(word)
      const gone = await removeNaming(services.work.db, path)
      if (gone === undefined) return refused(`nothing was said about ${shown(path)}`)
      await record(services, path, gone.rule, {})
      return done(`The names of ${shown(path)} are guessed again.`)
    }),
}

async function record(
  { audit }: Services,
  path: string,
  before: FolderNaming | FileNaming | null,
  after: FolderNaming | FileNaming | Record<string, never>,
): Promise<void> {
  const change = { section: 'films', subject: `names ${path}`, before: { ...before }, after: { ...after } }
  await audit.record({ event: 'film_naming_changed', actor: 'operator', facts: {}, change })
}
