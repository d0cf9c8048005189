/** Which list of a JSON file has the programmes, and which of its columns is which field, by their names. Pure. */
import type { ScheduleField, ScheduleMapping } from './schedule-mapping.ts'
import type { JsonList } from './walk-json.ts'

/** The names of columns, the surest first; without punctuation and letter case. */
const names: Readonly<Record<ScheduleField, readonly string[]>> = {
  channel: [
    'channelid',
    'channelname',
    'channeltitle',
    'channel',
    'channelkey',
    'tvgid',
    'station',
    'ch',
    'канал',
  ],
  start: [
    ...[
      'startts',
      'starttimestamp',
      'timestart',
      'starttime',
      'startat',
      'startdate',
      'start',
      'begints',
      'begintime',
    ],
    ...['beginat', 'begin', 'datetime', 'from', 'airtime', 'since', 'time', 'начало'],
  ],
  stop: [
    ...[
      'stopts',
      'endts',
      'endtimestamp',
      'timestop',
      'timeend',
      'stoptime',
      'endtime',
      'stopat',
      'endat',
      'enddate',
    ],
    ...['stop', 'end', 'finish', 'till', 'to', 'конец'],
  ],
  duration: ['duration', 'durationsec', 'durationmin', 'length', 'длительность'],
  date: ['date', 'day', 'broadcastdate', 'дата'],
  title_ru: [
    'titleru',
    'nameru',
    'title',
    'name',
    'programname',
    'programtitle',
    'programme',
    'program',
    'event',
    'название',
  ],
  title_uz: ['titleuz', 'nameuz'],
  description_ru: [
    'descriptionru',
    'descru',
    'description',
    'desc',
    'descr',
    'annotation',
    'about',
    'text',
    'описание',
  ],
  description_uz: ['descriptionuz', 'descuz'],
  episode: ['episodenumber', 'episodenum', 'episode', 'серия'],
  season: ['seasonnumber', 'season', 'сезон'],
  genre: ['genres', 'genre', 'categories', 'category', 'categoryname', 'жанр'],
  age: ['agerating', 'agelimit', 'agerestriction', 'age', 'rating', 'возраст'],
  zone: ['timezone', 'zone', 'tz', 'utcoffset'],
}

/** What names a channel when it contains the list. */
const outerNames = ['xmltvid', 'tvgid', 'channelid', 'channelname', 'name', 'title', 'id', 'key', '@']

/** A mapping to be corrected; `channel` names the channel of a file that says none. Undefined without a list. */
export function guessSchedule(lists: readonly JsonList[], channel: string): ScheduleMapping | undefined {
  const guesses = lists.map((list) => ({ list, fields: fieldsOf(list) }))
  const scored = guesses.map((guess) => ({ ...guess, score: scoreOf(guess.fields) }))
  const [best] = scored.toSorted((a, b) => b.score - a.score || b.list.entries - a.list.entries)
  if (best === undefined) return undefined
  return { list: best.list.path, fields: best.fields, channel, duration: unitOf(best) }
}

type Fields = Partial<Record<ScheduleField, string>>

function scoreOf(fields: Fields): number {
  const points = { start: 8, title_ru: 4, title_uz: 4, stop: 2, duration: 1 } as const
  return Object.entries(points).reduce((sum, [name, own]) => sum + (name in fields ? own : 0), 0)
}

function fieldsOf({ path, columns }: JsonList): Fields {
  const own = columns.filter((column) => column.path.startsWith(`${path}.`))
  const outer = columns.filter((column) => !column.path.startsWith(`${path}.`))
  const fields: Fields = {}
  for (const [field, synonyms] of Object.entries(names) as [ScheduleField, readonly string[]][]) {
    const column = find(own, synonyms)
    if (column !== undefined && !Object.values(fields).includes(column)) fields[field] = column
  }
  // `title.ru`, `title.uz`.
  for (const [field, stem] of [
    ['title', ['title', 'name']],
    ['description', ['description', 'desc']],
  ] as const)
    for (const language of ['ru', 'uz'] as const) {
      const column = find(
        own,
        stem.map((name) => `${name}${language}`),
        2,
      )
      if (column !== undefined) fields[`${field}_${language}`] = column
    }
  // The nearest one that contains the list.
  if (fields.channel === undefined) {
    const column = find(outer.toReversed(), outerNames)
    if (column !== undefined) fields.channel = column
  }
  return fields
}

/** The column with the surest of the names; by the last `words` words of its path. */
function find(columns: JsonList['columns'], synonyms: readonly string[], words = 1): string | undefined {
  const folded = columns.map(({ path }) => ({
    path,
    name: path
      .split(/[.[\]{}]+/)
      .slice(-words)
      .join('')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}@]/gu, ''),
  }))
  return synonyms.flatMap((name) => folded.find((one) => one.name === name)?.path ?? [])[0]
}

function unitOf({ list, fields }: { readonly list: JsonList; readonly fields: Fields }) {
  const example = Number(list.columns.find(({ path }) => path === fields.duration)?.example)
  // A programme of 400 minutes is as improbable as one of 400 seconds.
  if (/min/i.test(fields.duration ?? '') || example < 400) return 'minutes'
  return example >= 100_000 ? 'milliseconds' : 'seconds'
}
