import type { FieldName, FieldRule, Mapping, TableForm } from './mapping.ts'

/** What columns are called that say something of a title, in folded letters; the first that is there is taken. */
const names: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  key: ['id', 'itemid', 'filmkinopoiskid', 'key', 'tconst', 'imdbid', 'imdb', 'kinopoiskid', 'kpid', 'filmid', 'movieid', 'externalid', 'punumber', 'uuid', 'href', 'slug', 'код', 'ид'],
  name_ru: ['nameru', 'русскоязычноеназвание', 'namerus', 'titleru', 'russiantitle', 'русскоеназвание', 'названиеру', 'названиерусское'],
  name_uz: ['nameuz', 'titleuz', 'uzbektitle', 'nomi', 'nomiuz', 'названиеуз'],
  name_original: ['originalname', 'titleorig', 'alternativename', 'enname', 'originaltitle', 'nameoriginal', 'titleoriginal', 'nameen', 'titleen', 'оригинальноеназвание', 'originalnom'],
  name: ['title', 'name', 'movie', 'film', 'movietitle', 'filmname', 'primarytitle', 'название', 'фильм', 'наименование'],
  description_ru: ['descriptionru', 'overviewru', 'описаниеру'],
  description_uz: ['descriptionuz', 'tavsif', 'tavsifi'],
  description: ['description', 'overview', 'plot', 'extract', 'synopsis', 'summary', 'описание', 'сюжет', 'аннотация'],
  year: ['year', 'releaseyear', 'startyear', 'productionyear', 'год', 'годвыпуска', 'годпроизводства', 'yil', 'yili', 'releasedate', 'date', 'premiere', 'showstartdate', 'датавыхода', 'премьера', 'years', 'releaseyears', 'releaseyearsstart', 'годы', 'годывыпуска'],
  countries: ['countriescountry', 'countriesname', 'country', 'countries', 'productioncountry', 'productioncountries', 'страна', 'страны', 'mamlakat', 'davlat'],
  genres: ['genresgenre', 'genresname', 'genre', 'genres', 'majorgenre', 'жанр', 'жанры', 'janr', 'janri', 'janrlar', 'janrlari'],
  directors: ['director', 'directors', 'режиссcер', 'режисcер', 'режиссер', 'режиссеры', 'rejissyor', 'rejissor'],
  writers: ['writer', 'writers', 'screenwriter', 'screenwriters', 'сценарий', 'сценарист', 'сценаристы'],
  actors: ['actors', 'cast', 'actor', 'stars', 'актеры', 'вролях', 'aktyorlar', 'rollarda'],
  producers: ['producer', 'producers', 'продюсер', 'продюсеры'],
  composers: ['composer', 'composers', 'композитор'],
  age_rating: ['agerating', 'ratingagelimits', 'ratingmpaa', 'age', 'agerestriction', 'agelimit', 'mpaarating', 'mpaa', 'certificate', 'возраст', 'возрастноеограничение', 'yosh'],
  duration: ['duration', 'runtime', 'runtimemin', 'runtimeminutes', 'runningtime', 'runningtimemin', 'durationmin', 'длительность', 'продолжительность', 'хронометраж', 'davomiyligi', 'filmlength', 'movielength', 'время'],
  rating_kp: ['ratingkp', 'ratingkinopoisk', 'kprating', 'kinopoiskrating', 'kinopoisk', 'ratingball', 'ratings', 'рейтингкинопоиска', 'рейтингкп'],
  rating_imdb: ['ratingimdb', 'imdbrating', 'averagerating', 'рейтингimdb'],
  kind: ['kind', 'titletype', 'contenttype', 'type', 'тип'],
  kids: ['forkids', 'kids', 'длядетей'],
  provider: ['provider', 'провайдер'],
  available_from: ['availablefrom'],
  available_until: ['availableuntil'],
} // prettier-ignore

/** A mapping from the names of the columns alone: a beginning to be corrected. */
export function guessMapping(source: string, columns: readonly string[], form: TableForm): Mapping {
  const folded = new Map(columns.map((column) => [fold(column), column]))
  const fields: Partial<Record<FieldName, FieldRule>> = {}
  for (const [field, wanted] of Object.entries(names) as [FieldName, readonly string[]][]) {
    const column = wanted.flatMap((name) => folded.get(name) ?? [])[0]
    if (column !== undefined) fields[field] = column
  }
  return { source, table: form, fields }
}

/** A word that may begin keys, from the name of a file. */
export function sourceOf(fileName: string): string {
  const word = fileName
    .toLowerCase()
    .replace(/\.[a-z0-9]+$/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 60)
  return word === '' ? 'list' : word
}

/** The names of an entry's columns, and of what lies one step within: `rating.kp`, `genres.genre`. */
export function columnsIn(values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const inner: unknown = Array.isArray(value) ? value[0] : value
    const isWithin = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return [name, ...(isWithin ? Object.keys(inner).map((own) => `${name}.${own}`) : [])]
  })
}

function fold(name: string) {
  return name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
