/** The order and the texts of a series' episodes at the command line, as in the console. */
import {
  type EpisodesChanged,
  type StaffEpisode,
  type StaffEpisodes,
  type TerritoryWindow,
  type WindowsChanged,
  editEpisode,
  hideEpisodes,
  listStaffEpisodes,
  moveEpisodes,
  numberAsFiles,
  releaseEpisode,
  setPartWindows,
} from '#server/catalogue/catalogue.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import { readWindows } from './read-windows.ts'
import { followEpisodes } from '#server/editing/editing.ts'

export const filmsEpisodesList: CliCommand = {
  name: 'films episodes list',
  usage: '<vid>',
  summary: 'list the episodes of a series in their order, hidden ones too',
  help: `Each with its number in the other commands, its place, its name, and where its file says that it belongs; seasons and
episodes with the windows in which they may be watched.

Example
  npm run ekran -- films episodes list 17`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      const listed = await listStaffEpisodes(db, numberOf(word) ?? 0)
      if (listed === undefined)
        return refused(`there is no title ${shown(word)}; "films list" shows their numbers`)
      return listed.episodes.length === 0
        ? done('It has no episodes.')
        : done(...linesOf(listed, numberOf(word) ?? 0))
    }),
}

function linesOf({ seasons, episodes }: StaffEpisodes, vid: number): readonly string[] {
  return seasons.flatMap(({ number, windows }) => [
    ...(windows.length === 0 ? [] : [`season ${number}: ${writeWindows(windows)}`]),
    ...episodes.filter(({ season }) => season === number).map((one) => lineOf(one, vid)),
  ])
}

function lineOf(
  { id, season, number, last, windows, texts, isHidden, locked, source }: StaffEpisode,
  vid: number,
): string {
  const from = source === undefined || source.vid === vid ? '' : ` of title ${source.vid}`
  const marks = [
    ...(isHidden ? ['hidden'] : []),
    ...(locked.length > 0 ? ['edited'] : []),
    ...(windows.length > 0 ? [writeWindows(windows)] : []),
    ...(source === undefined ? [] : [`its file says S${source.season}E${source.number}${from}`]),
  ]
  const name = shown(texts.name_ru || texts.name_uz)
  const place = last === number ? String(number) : `${number}–${last}`
  return `${String(id).padStart(7)}  S${season}E${place}  ${name}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`
}

export const filmsEpisodesMove: CliCommand = {
  name: 'films episodes move',
  usage: '<vid> <episode> [<episode> …] --season <season> [--number <number>] [--to <vid>]',
  summary: 'move episodes within a series, to another season or to another series',
  help: `Episodes are named as "films episodes list" names them, in their new order. Others make room, imports leave the new
order, and positions of viewers follow.

  --season <season>  the season; 0 is for specials, and a new one is created
  --number <number>  the first number that they take; without it they come last
  --to <vid>         the series, when it is another one

Examples
  npm run ekran -- films episodes move 17 214 --season 1 --number 3
  npm run ekran -- films episodes move 17 214 215 --season 2 --to 18`,
  options: { season: { type: 'string' }, number: { type: 'string' }, to: { type: 'string' } },
  min: 2,
  max: 1001,
  run: (input, tools) => {
    const read = readMove(input)
    if (typeof read === 'string') return Promise.resolve(refused(read))
    return acting(input, tools, (services, vid, ids) =>
      moveEpisodes(
        services.work.db,
        { vid, version: undefined, ids, target: { ...read, vid: read.vid ?? vid } },
        author(),
      ),
    )
  },
}

function readMove({ text }: CommandInput) {
  const [season, number, to] = [text('season'), text('number'), text('to')]
  if (season === undefined || !/^\d{1,3}$/.test(season)) return '--season is a number from 0 to 999'
  if (number !== undefined && !/^\d{1,4}$/.test(number)) return '--number is a number from 0 to 9999'
  const vid = to === undefined ? undefined : numberOf(to)
  if (to !== undefined && vid === undefined) return `${shown(to)} is not the number of a title`
  return { season: Number(season), number: number === undefined ? null : Number(number), vid }
}

export const filmsEpisodesReset: CliCommand = {
  name: 'films episodes reset',
  usage: '<vid>',
  summary: 'put the episodes of a series where their files say',
  help: `Episodes that came from files of another series stay.

Example
  npm run ekran -- films episodes reset 17`,
  min: 1,
  max: 1,
  run: (input, tools) =>
    acting(input, tools, ({ work: { db } }, vid) => numberAsFiles(db, { vid, version: undefined }, author())),
}

const textOptions = {
  'name-ru': 'name_ru',
  'name-uz': 'name_uz',
  'text-ru': 'description_ru',
  'text-uz': 'description_uz',
} as const

export const filmsEpisodesEdit: CliCommand = {
  name: 'films episodes edit',
  usage: '<vid> <episode> [--name-ru <name>] … | --release',
  summary: 'correct the texts of an episode; imports leave what was corrected',
  help: `  --name-ru, --name-uz  its name
  --text-ru, --text-uz  its description
  --release             give its texts back to imports instead

Examples
  npm run ekran -- films episodes edit 17 214 --name-uz "Boshlanishi"
  npm run ekran -- films episodes edit 17 214 --release`,
  options: {
    ...Object.fromEntries(Object.keys(textOptions).map((name) => [name, { type: 'string' as const }])),
    release: { type: 'boolean' },
  },
  min: 2,
  max: 2,
  run: (input, tools) => {
    const texts = Object.fromEntries(
      Object.entries(textOptions).flatMap(([option, name]) => {
        const value = input.text(option)
        return value === undefined ? [] : [[name, value.trim()]]
      }),
    )
    const limitOf = (name: string) => (name.startsWith('name') ? 300 : 5000)
    const long = Object.entries(texts).find(([name, value]) => value.length > limitOf(name))
    if (long !== undefined)
      return Promise.resolve(refused(`${long[0]} has at most ${limitOf(long[0])} characters`))
    return acting(input, tools, ({ work: { db } }, vid, [id = 0]) =>
      input.flag('release')
        ? releaseEpisode(db, { vid, id }, author())
        : editEpisode(db, { vid, id, version: undefined, texts }, author()),
    )
  },
}

export const filmsEpisodesHide: CliCommand = {
  name: 'films episodes hide',
  usage: '<vid> <episode> [<episode> …]',
  summary: 'take episodes from viewers',
  help: `Nothing of a hidden episode is listed or played, and no import shows it again.

Example
  npm run ekran -- films episodes hide 17 214`,
  min: 2,
  max: 1001,
  run: (input, tools) => setHidden(input, tools, true),
}

export const filmsEpisodesShow: CliCommand = {
  name: 'films episodes show',
  usage: '<vid> <episode> [<episode> …]',
  summary: 'show hidden episodes again',
  help: `Example
  npm run ekran -- films episodes show 17 214`,
  min: 2,
  max: 1001,
  run: (input, tools) => setHidden(input, tools, false),
}

const windowsHelp = `They narrow those of the series. Each is <from>/<until>@<where>; .. for no limit; everywhere, inside or outside the national
network. "none" takes them away: it may be watched whenever the series may.
`

export const filmsEpisodesWindows: CliCommand = {
  name: 'films episodes windows',
  usage: '<vid> <episode> "<from>/<until>@<where>; …"',
  summary: 'when and where an episode may be watched',
  help: `${windowsHelp}
Examples
  npm run ekran -- films episodes windows 17 214 "2026-12-01T00:00/2027-01-01T00:00@inside"
  npm run ekran -- films episodes windows 17 214 none`,
  min: 3,
  max: 3,
  run: ({ words: [word = '', part = '', text] }, tools) =>
    settingWindows([word, part, text], tools, (number) => ({ episode: number })),
}

export const filmsSeasonsWindows: CliCommand = {
  name: 'films seasons windows',
  usage: '<vid> <season> "<from>/<until>@<where>; …"',
  summary: 'when and where a season may be watched',
  help: `${windowsHelp}
Examples
  npm run ekran -- films seasons windows 17 2 "2026-12-01T00:00/..; ../2026-11-01T00:00@outside"
  npm run ekran -- films seasons windows 17 2 none`,
  min: 3,
  max: 3,
  run: ({ words: [word = '', part = '', text] }, tools) =>
    settingWindows([word, part, text], tools, (number) => ({ season: number })),
}

function settingWindows(
  [word, number, text]: readonly [string, string, string | undefined],
  tools: CommandTools,
  partOf: (number: number) => { readonly season: number } | { readonly episode: number },
): Promise<Outcome> {
  if (!/^\d{1,9}$/.test(number))
    return Promise.resolve(refused(`${shown(number)} is not a number of a season or of an episode`))
  const windows = readWindows(text) ?? []
  if (typeof windows === 'string') return Promise.resolve(refused(windows))
  return acting({ words: [word] }, tools, ({ work: { db } }, vid) =>
    setPartWindows(db, { vid, part: partOf(Number(number)), version: undefined, windows }, author()),
  )
}

function writeWindows(windows: readonly TerritoryWindow[]): string {
  const limit = (ms: number | null) => (ms === null ? '..' : moment(ms))
  return windows
    .map(({ fromMs, untilMs, territory }) => `${limit(fromMs)} – ${limit(untilMs)} ${territory}`)
    .join('; ')
}

function setHidden(input: CommandInput, tools: CommandTools, isHidden: boolean): Promise<Outcome> {
  return acting(input, tools, ({ work: { db } }, vid, ids) =>
    hideEpisodes(db, { vid, ids, isHidden }, author()),
  )
}

function author() {
  return { ...atTheTerminal(), follow: followEpisodes }
}

/** Reads the numbers of the series and of its episodes, acts, and says what was done. */
function acting(
  { words: [word = '', ...rest] }: Pick<CommandInput, 'words'>,
  tools: CommandTools,
  act: (services: Services, vid: number, ids: readonly number[]) => Promise<EpisodesChanged | WindowsChanged>,
): Promise<Outcome> {
  const wrong = [word, ...rest].find((one) => numberOf(one) === undefined)
  if (wrong !== undefined)
    return Promise.resolve(refused(`${shown(wrong)} is not a number of a title or of an episode`))
  const [vid, ids] = [Number(word), rest.map(Number)]
  return withServices(tools, async (services) => {
    const outcome = await act(services, vid, ids)
    if (outcome.kind !== 'changed') return refused(refusalOf(outcome, word))
    if (outcome.changeId === 0) return done('Nothing differs.')
    const facts = { vid, change: outcome.changeId }
    await services.audit.record({ event: 'films_edited', actor: 'operator', facts })
    return done(`Title ${word} is changed.`, ...undoLines(outcome))
  })
}

function refusalOf(
  { kind }: Exclude<EpisodesChanged | WindowsChanged, { readonly kind: 'changed' }>,
  word: string,
): string {
  if (kind === 'period') return 'a window must end after it begins'
  if (kind === 'overlap') return 'in one territory only one window can be open at a time'
  if (kind === 'no_series') return 'episodes can only be moved to a series'
  if (kind === 'full') return 'the number of an episode is at most 9999'
  return `title ${shown(word)} has no such episode; "films episodes list" shows their numbers`
}

function numberOf(word: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(word) ? Number(word) : undefined
}
