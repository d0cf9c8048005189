/** Films and series as a table. */
import { filmAges } from '#contract/console/films.ts'
import {
  type NewTitleRow,
  type TitleRowFields,
  changeTitleRows,
  listTitleChoices,
  loadTitleRows,
  titleNames,
  titleNumbers,
  titleStore,
  windowsOfFields,
  windowsProblem,
} from '#server/catalogue/catalogue.ts'
import type { Fields } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ByWhom } from '#server/television/television.ts'
import { comparableName } from '#server/imports/drafts/draft-rules.ts'
import { Choices, choiceColumn, choicesColumn } from './choices.ts'
import {
  type Column,
  type TableLanguage,
  booleanColumn,
  countriesColumn,
  momentColumn,
  problemOf,
  ratingColumn,
  shownColumn,
  textColumn,
  textsColumn,
  wholeColumn,
} from './column.ts'
import type {
  ContentTable,
  RowProblem,
  RowRules,
  TableApplied,
  TableOptions,
  TakenRows,
} from './content-table.ts'
import type { TableMark } from './tables.ts'

type TitleChoices = Awaited<ReturnType<typeof listTitleChoices>>

/** Opens the titles that are not deleted as a table. */
export async function openFilmsTable(db: Db, { language }: TableOptions): Promise<ContentTable> {
  const choices = await listTitleChoices(db)
  return {
    columns: columnsOf(choices, language),
    lock: (tx) => titleStore.lock(tx),
    ids: () => titleNumbers(db),
    rows: async (vids) => {
      const rows = await loadTitleRows(db, vids)
      return new Map([...rows].map(([vid, row]) => [vid, rowOf(row, language)]))
    },
    rules: () => Promise.resolve(filmRules(db)),
    apply: (tx, taken, who) => applyFilms(tx, taken, { ...who, choices }),
  }
}

function columnsOf(
  { genres, categories, providers }: TitleChoices,
  language: TableLanguage,
): readonly Column[] {
  const named = providers.map(({ id, name }) => ({ id, name_ru: name, name_uz: name }))
  return [
    wholeColumn('vid', 1, 2_147_483_647),
    kindColumn(language),
    textColumn('name_ru', { max: 300 }),
    textColumn('name_uz', { max: 300 }),
    textColumn('name_original', { max: 300 }),
    wholeColumn('year', 1880, 2200),
    countriesColumn('countries'),
    choicesColumn('genres', new Choices(genres, language), 20),
    choiceColumn('category_id', new Choices(categories, language)),
    choiceColumn('provider_id', new Choices(named, language)),
    ageColumn,
    ratingColumn('rating_kp'),
    ratingColumn('rating_imdb'),
    booleanColumn('free_movie', language),
    booleanColumn('is_kids', language),
    booleanColumn('is_hidden', language),
    momentColumn('available_from'),
    momentColumn('available_until'),
    textsColumn('directors', { max: 200, maxEach: 120 }),
    textsColumn('actors', { max: 200, maxEach: 120 }),
    textColumn('description_ru', { max: 5000, width: 60 }),
    textColumn('description_uz', { max: 5000, width: 60 }),
    shownColumn('duration_min', 8),
    shownColumn('seasons', 24),
  ]
}

const kinds = {
  ru: { film: 'фильм', series: 'сериал' },
  uz: { film: 'film', series: 'serial' },
  en: { film: 'film', series: 'series' },
} as const
const seriesWords = ['сериал', 'serial', 'series']

/** Read for a new title only: the kind of a title does not change. */
function kindColumn(language: TableLanguage): Column {
  return {
    ...{ name: 'title_kind', kind: 'text', width: 10, isReadOnly: true, isForNew: true },
    write: (value) => kinds[language][value === true ? 'series' : 'film'],
    read: (text) => ({ value: seriesWords.includes(text.toLowerCase()) }),
  }
}

/** As an import wrote it, or one of our ages; `16` is `16+`. */
const ageColumn: Column = {
  ...{ name: 'age_rating', kind: 'text', width: 8, isReadOnly: false },
  write: (value) => String(value ?? ''),
  read: (text) => {
    const age = /^\d{1,2}$/.test(text) ? `${text}+` : text
    return (filmAges as readonly string[]).includes(age)
      ? { value: age }
      : problemOf('unknown_choice', filmAges.filter(Boolean).join('; '))
  },
}

function rowOf(row: TitleRowFields, language: TableLanguage) {
  const { vid, isSeries, durationMin, fields, actors, directors, seasons } = row
  const names = [fields['name_ru'], fields['name_uz'], fields['name_original']]
  const label = String((language === 'uz' ? names[1] : names[0]) || names.find(Boolean))
  return {
    id: vid,
    label,
    values: {
      ...fields,
      ...{ vid, title_kind: isSeries, actors, directors },
      duration_min: durationMin === 0 ? '' : String(durationMin),
      seasons: seasons.map(({ number, episodes }) => `${number}: ${episodes}`).join('; '),
    },
  }
}

function filmRules(db: Db): RowRules {
  let existing: Promise<ReadonlyMap<string, string>> | undefined
  const keyOf = (name: string, year: unknown) => `${comparableName(name)} ${String(year)}`
  const load = async () =>
    new Map(
      (await titleNames(db)).flatMap(({ id, name_ru, name_uz, name_original, year }) =>
        [name_ru, name_uz, name_original]
          .filter(Boolean)
          .map((name) => [keyOf(name, year), `${name} (${year}, ID ${id})`] as const),
      ),
    )
  return {
    judge: async ({ ours, changed }) => {
      const all = { ...ours?.values, ...changed }
      const names = [all['name_ru'], all['name_uz'], all['name_original']].filter(
        (name): name is string => typeof name === 'string' && name !== '',
      )
      const problems: RowProblem[] = []
      const marks: TableMark[] = []
      if (names.length === 0) problems.push({ column: '', problem: 'nameless', hint: '' })
      const problem = windowsProblem(windowsOfFields(all))
      if (problem !== undefined)
        for (const column of ['available_from', 'available_until'])
          if (column in changed) problems.push({ column, problem, hint: '' })
      if (ours !== undefined) {
        const { name_ru: name } = changed
        const was = String(ours.values['name_ru'])
        if (
          typeof name === 'string' &&
          name !== '' &&
          was !== '' &&
          comparableName(name) !== comparableName(was)
        )
          marks.push('renamed')
        return { problems, marks, similarTo: '' }
      }
      if (changed['year'] === undefined) problems.push({ column: '', problem: 'required', hint: 'year' })
      existing ??= load()
      const stored = await existing
      const similarTo = names.map((name) => stored.get(keyOf(name, all['year']))).find(Boolean) ?? ''
      if (similarTo !== '') marks.push('similar')
      return { problems, marks, similarTo }
    },
    end: () => [],
  }
}

const lists = ['genres', 'actors', 'directors'] as const
const columnsOfTitle = [
  ...['name_ru', 'name_uz', 'name_original', 'description_ru', 'description_uz', 'year', 'countries'],
  ...['age_rating', 'rating_kp', 'rating_imdb', 'free_movie', 'is_kids', 'is_hidden', 'category_id'],
  ...['provider_id', 'available_from', 'available_until'],
]

function editOf(values: Fields) {
  const of = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])))
  return { columns: of(columnsOfTitle), ...of(lists) }
}

async function applyFilms(
  tx: DbTransaction,
  { changed, created, gone }: TakenRows,
  who: ByWhom & { readonly title: string; readonly choices: TitleChoices },
): Promise<TableApplied> {
  const { choices, ...author } = who
  const edits = new Map([...changed].map(([vid, values]) => [vid, editOf(values)]))
  for (const vid of gone) edits.set(vid, editOf({ is_hidden: true }))
  const rows = created.map((values): NewTitleRow => ({
    isSeries: values['title_kind'] === true,
    categoryId: Number(values['category_id'] ?? choices.categories[0]?.id ?? 0),
    providerId: Number(values['provider_id'] ?? choices.providers[0]?.id ?? 0),
    edit: editOf(values),
  }))
  const outcome = await changeTitleRows(tx, { edits, created: rows }, author)
  return outcome.kind === 'changed' ? outcome : { kind: 'changed_since' }
}
