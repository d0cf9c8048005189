/** Films and series corrected at the command line, as in the console. */
import { filmAges, filmFields } from '#contract/console/films.ts'
import {
  type TitleEdit,
  type TitlesChanged,
  editTitles,
  fieldsOfWindows,
  findStaffTitle,
  listStaffTitles,
  listTitleChoices,
  releaseTitleFields,
  removeTitles,
  titleViews,
} from '#server/catalogue/catalogue.ts'
import { type CliCommand, type Outcome, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { atTheTerminal, shownValue, undoLines, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import { refusedAssets } from '#server/imports/imports.ts'
import { readPicture } from './read-picture.ts'
import { takeFrame } from './take-frame.ts'
import { readWindows } from './read-windows.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const pageSize = 50

export const filmsList: CliCommand = {
  name: 'films list',
  usage: '[<words>] [--view <view>] [--page <page>]',
  summary: 'list films and series, hidden ones too',
  help: `Each word is part of a name, the year or the number of the title.

  --view  ${titleViews.join(', ')}
  --page  ${pageSize} titles each, the newest first

Examples
  npm run ekran -- films list "ёлка 2024"
  npm run ekran -- films list --view noPoster`,
  options: { view: { type: 'string' }, page: { type: 'string' } },
  min: 0,
  max: 1,
  run: async ({ words: [words = ''], text }, tools) => {
    const view = titleViews.find((one) => one === (text('view') ?? 'all'))
    if (view === undefined) return refused(`there is no such view; the views are ${titleViews.join(', ')}`)
    const page = text('page') ?? '1'
    if (!/^[1-9]\d{0,4}$/.test(page)) return refused(`${shown(page)} is not the number of a page`)
    return withServices(tools, async ({ work: { db } }) => {
      const { titles, counts } = await listStaffTitles(db, {
        ...{ text: words, view, sort: 'added', isDescending: true, page: Number(page), pageSize },
        refusedAssets: await refusedAssets(db),
        nowMs: systemClock.nowMs(),
      })
      const lines = titles.map((title) => {
        const marks = [
          ...(title.isSeries ? ['series'] : []),
          ...(title.isHidden ? ['hidden'] : []),
          ...(title.isRefused ? ['refused'] : []),
        ]
        const name = title.nameRu || title.nameUz || title.nameOriginal
        return `${String(title.vid).padStart(7)}  ${title.year}  ${shown(name)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`
      })
      return done(...lines, `${amount(counts[view], 'title')}.`)
    })
  },
}

export const filmsShow: CliCommand = {
  name: 'films show',
  usage: '<vid>',
  summary: 'show what is stored of a film or series, and which fields imports leave',
  help: `Example
  npm run ekran -- films show 17`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      const title = await findStaffTitle(db, numberOf(word))
      if (title === undefined) return missing(word)
      const fields = Object.entries(title.fields).filter(
        ([name]) => !name.startsWith('_') && name !== 'credits',
      )
      return done(
        `${title.vid} ${title.isSeries ? 'series' : 'film'}, version ${title.version}`,
        ...fields.map(([name, value]) => `  ${name}: ${shownValue(value)}${lockOf(title.locked, name)}`),
        `  actors: ${shown(title.actors.join(', '))}${lockOf(title.locked, 'credits')}`,
        `  directors: ${shown(title.directors.join(', '))}${lockOf(title.locked, 'credits')}`,
        ...title.seasons.map(({ number, episodes }) => `  season ${number}: ${amount(episodes, 'episode')}`),
      )
    }),
}

function lockOf(locked: readonly string[], name: string): string {
  return locked.includes(name) ? ' (edited by hand)' : ''
}

const textOptions = {
  'name-ru': 'name_ru',
  'name-uz': 'name_uz',
  'name-original': 'name_original',
  'text-ru': 'description_ru',
  'text-uz': 'description_uz',
} as const

export const filmsEdit: CliCommand = {
  name: 'films edit',
  usage: '<vid> [--name-ru <name>] [--year <year>] …',
  summary: 'correct a film or series; imports leave what was corrected',
  help: `  --name-ru, --name-uz, --name-original  its names
  --text-ru, --text-uz                   its description
  --year <year>
  --age <age>                            ${filmAges.filter(Boolean).join(', ')}
  --countries UZ,FR                      the main one first
  --genres <ids>                         numbers of genres with commas, the main one first
  --actors, --directors "A; B"           names with semicolons between them
  --rating-kp, --rating-imdb <rating>    0 to 10, or none
  --free yes|no                          without a subscription
  --category, --provider <number>
  --trailer <asset>                      a packaged file of at most 10 minutes, or none
  --windows "<from>/<until>@<where>; …"  when and where it may be watched; .. for no limit, or none for always.
                                         Where: everywhere, inside or outside the national network
  --poster, --backdrop <file>            JPEG, PNG, WebP or SVG
  --poster-at, --backdrop-at <time>      the frame of its first file at a moment, such as 75.5 or 1:02:03;
                                         <asset>@<time> for another of its files

Example
  npm run ekran -- films edit 17 --name-uz "Togʻdagi archa" --age 12+ --free no`,
  options: Object.fromEntries(
    [
      ...[...Object.keys(textOptions), 'year', 'age', 'countries', 'genres', 'actors', 'directors'],
      ...[
        'rating-kp',
        'rating-imdb',
        'free',
        'category',
        'provider',
        'poster',
        'backdrop',
        'poster-at',
        'backdrop-at',
        'windows',
        'trailer',
      ],
    ].map((name) => [name, { type: 'string' as const }]),
  ),
  min: 1,
  max: 1,
  run: ({ words: [word = ''], text }, tools) =>
    withServices(tools, async (services) => {
      const read = readEdit(text)
      if (typeof read === 'string') return refused(read)
      const stored: Record<string, string> = {}
      for (const name of ['poster', 'backdrop'] as const) {
        const path = text(name)
        if (path === undefined) continue
        const picture = await readPicture(services.work.dataDir, tools.log, path)
        if (picture === undefined)
          return refused(`${shown(path)} is no picture of at most 25 MB that can be read`)
        stored[name] = picture
      }
      for (const name of ['poster', 'backdrop'] as const) {
        const moment = text(`${name}-at`)
        if (moment === undefined) continue
        const frame = await takeFrame(services, tools, numberOf(word), moment)
        if ('refusal' in frame) return refused(frame.refusal)
        stored[name] = frame.picture
      }
      const edit = { ...read, columns: { ...read.columns, ...stored } }
      const edits = [{ vid: numberOf(word), edit }]
      return outcomeOf(services, word, await editTitles(services.work.db, edits, atTheTerminal()))
    }),
}

export const filmsRelease: CliCommand = {
  name: 'films release',
  usage: '<vid> <field> [<field> …]',
  summary: 'give corrected fields of a film or series back to imports',
  help: `Each field takes the value of the last import. The fields are ${filmFields.join(', ')}.

Example
  npm run ekran -- films release 17 name_uz poster`,
  min: 2,
  max: filmFields.length + 1,
  run: ({ words: [word = '', ...fields] }, tools) =>
    withServices(tools, async (services) => {
      const wrong = fields.filter((field) => !(filmFields as readonly string[]).includes(field))
      if (wrong.length > 0) return refused(`there is no field ${shown(wrong.join(', '))}`)
      const { db } = services.work
      return outcomeOf(services, word, await releaseTitleFields(db, numberOf(word), fields, atTheTerminal()))
    }),
}

export const filmsDelete: CliCommand = {
  name: 'films delete',
  usage: '<vid>',
  summary: 'delete a film or series; it can be restored for seven days',
  help: `It leaves every list and search at once, and no import brings it back. "changes undo" restores it.

Example
  npm run ekran -- films delete 17`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async (services) => {
      const outcome = await removeTitles(services.work.db, [numberOf(word)], atTheTerminal())
      return outcomeOf(services, word, outcome, 'films_removed')
    }),
}

/** What the options say, or why they cannot be. */
function readEdit(text: (name: string) => string | undefined): TitleEdit | string {
  const columns: Record<string, string | number | boolean | null | readonly string[]> = {}
  for (const [option, column] of Object.entries(textOptions)) {
    const value = text(option)
    if (value !== undefined) columns[column] = value.trim()
  }
  const [year, age, countries, free] = [text('year'), text('age'), text('countries'), text('free')]
  if (year !== undefined && !/^(?:18[89]\d|19\d\d|2[01]\d\d)$/.test(year))
    return `${shown(year)} is not a year`
  if (year !== undefined) columns['year'] = Number(year)
  if (age !== undefined && !filmAges.some((one) => one === age)) return `the ages are ${filmAges.join(' ')}`
  if (age !== undefined) columns['age_rating'] = age
  const codes = listOf(countries, ',')
  if (codes?.some((code) => !/^[A-Z]{2}$/.test(code)) === true) return 'countries are codes such as UZ,FR'
  if (codes !== undefined) columns['countries'] = codes
  if (free !== undefined && free !== 'yes' && free !== 'no') return '--free is yes or no'
  if (free !== undefined) columns['free_movie'] = free === 'yes'
  for (const name of ['kp', 'imdb']) {
    const value = text(`rating-${name}`)
    if (value !== undefined && value !== 'none' && !/^(?:\d(?:\.\d)?|10(?:\.0)?)$/.test(value))
      return `--rating-${name} is a number from 0 to 10, or none`
    if (value !== undefined) columns[`rating_${name}`] = value === 'none' ? null : Number(value).toFixed(1)
  }
  const genres = listOf(text('genres'), ',')
  const numbers = [text('category'), text('provider'), ...(genres ?? [])]
  if (numbers.some((one) => one !== undefined && !/^[1-9]\d{0,8}$/.test(one)))
    return 'a category, a provider and genres are said by their numbers'
  for (const name of ['category', 'provider']) {
    const value = text(name)
    if (value !== undefined) columns[`${name}_id`] = Number(value)
  }
  const windows = readWindows(text('windows'))
  if (typeof windows === 'string') return windows
  if (windows !== undefined) Object.assign(columns, fieldsOfWindows(windows))
  const trailer = text('trailer')
  if (trailer !== undefined && !/^[A-Za-z0-9_-]{1,80}$/.test(trailer))
    return `${shown(trailer)} is not the name of an asset`
  const [actors, directors] = [listOf(text('actors'), ';'), listOf(text('directors'), ';')]
  return {
    columns,
    ...(genres === undefined ? {} : { genres: genres.map(Number) }),
    ...(trailer === undefined ? {} : { trailer: trailer === 'none' ? null : trailer }),
    ...(actors === undefined ? {} : { actors }),
    ...(directors === undefined ? {} : { directors }),
  }
}

function listOf(text: string | undefined, separator: string): readonly string[] | undefined {
  return text
    ?.split(separator)
    .map((one) => one.trim())
    .filter(Boolean)
}

async function outcomeOf(
  { work: { db }, audit }: Services,
  word: string,
  outcome: TitlesChanged,
  event = 'films_edited',
): Promise<Outcome> {
  switch (outcome.kind) {
    case 'changed': {
      if (outcome.changeId === 0) return done('Nothing differs.')
      const facts = { vid: numberOf(word), change: outcome.changeId }
      await audit.record({ event, actor: 'operator', facts })
      return done(
        `Title ${word} is ${event === 'films_removed' ? 'deleted' : 'changed'}.`,
        ...undoLines(outcome),
      )
    }
    case 'no_trailer':
      return refused('this asset is not packaged, or longer than the 10 minutes of a trailer')
    case 'period':
      return refused('a window must end after it begins')
    case 'overlap':
      return refused('in one territory only one window can be open at a time')
    case 'nameless':
      return refused('a title needs a name in Russian, in Uzbek, or its original one')
    case 'unknown': {
      const { genres } = await listTitleChoices(db)
      const list = genres.map(({ id, name_ru: name }) => `${id} ${shown(name)}`).join(', ')
      return refused(
        outcome.field === 'genres'
          ? `there is no such genre; there are ${list}`
          : `there is no such ${outcome.field.replace('_id', '')}`,
      )
    }
    default:
      return missing(word)
  }
}

function numberOf(word: string): number {
  return /^[1-9]\d{0,8}$/.test(word) ? Number(word) : 0
}

function missing(word: string): Outcome {
  return refused(`there is no title ${shown(word)}; "films list" shows their numbers`)
}
