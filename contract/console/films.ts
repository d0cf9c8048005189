/** Films and series as the staff edits them. Every change is a set that can be taken back. */
import * as z from 'zod/mini'
import { formNamed } from '#contract/form/field-forms.ts'
import { id, limit, optionalText, page, text, unixSec, whole } from '#contract/form/fields.ts'
import { undoOfSection } from './changes.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { picturePiece, pictureVersion } from './pictures.ts'

export const filmViews = [
  'all',
  'movies',
  'series',
  'unpublished',
  'noPoster',
  'noUzbek',
  'refused',
  'edited',
] as const
export const filmSorts = ['added', 'name', 'year', 'changed'] as const
export const filmAges = ['', '0+', '6+', '12+', '16+', '18+'] as const

/** Fields that an edit by hand locks against imports. */
export const filmFields = [
  'name_ru',
  'name_uz',
  'name_original',
  'description_ru',
  'description_uz',
  'year',
  'countries',
  'age_rating',
  'rating_kp',
  'rating_imdb',
  'free_movie',
  'is_kids',
  'category_id',
  'provider_id',
  'poster',
  'backdrop',
  'available_from',
  'available_until',
  'available_in',
  'more_windows',
  'genres',
  'credits',
  'trailer',
] as const

const names = () => z.array(text(120, 1)).check(z.maxLength(200))
/** A rating with at most one decimal; null without one. */
const rating = () => z.nullable(z.number().check(z.minimum(0), z.maximum(10)))

export const filmTerritories = ['everywhere', 'inside', 'outside'] as const

/** Unix seconds; null for no limit. The territory: everywhere, inside the national network, or outside it. */
export const TitleWindow = z.object({
  from: z.nullable(unixSec()),
  until: z.nullable(unixSec()),
  territory: z.enum(filmTerritories),
})

/** What the windows of a title say now; `at`: when that ends, or since when it has ended. Null: never. */
export const WindowState = z.object({
  state: z.enum(['always', 'open', 'upcoming', 'ended']),
  at: z.nullable(z.int()),
  territories: z.array(z.enum(filmTerritories)),
})

export const filmInput = {
  name_ru: text(300),
  name_uz: text(300),
  name_original: text(300),
  description_ru: text(5000),
  description_uz: text(5000),
  year: whole(1880, 2200),
  /** ISO 3166-1 alpha-2, the main one first. */
  countries: z.array(z.string().check(z.regex(/^[A-Z]{2}$/, formNamed('country')))).check(z.maxLength(20)),
  /** As an import wrote it, or one of `filmAges`. */
  age_rating: text(20),
  rating_kp: rating(),
  rating_imdb: rating(),
  free_movie: z.boolean(),
  is_kids: z.boolean(),
  category_id: id(),
  provider_id: id(),
  genres: z.array(id()).check(z.maxLength(20)),
  /** In the language of the console; a new name is a new person. */
  actors: names(),
  directors: names(),
  poster: pictureVersion,
  backdrop: pictureVersion,
  /** None: always and everywhere. */
  windows: z.array(TitleWindow).check(z.maxLength(20)),
  is_hidden: z.boolean(),
  /** The packaged asset of its trailer; '' for none. */
  trailer: z.string().check(z.regex(/^[A-Za-z0-9_-]{0,80}$/)),
}

const Named = z.object({ id: z.int(), name_ru: z.string(), name_uz: z.string() })

const ListedFilm = z.object({
  vid: z.int(),
  version: z.int(),
  is_series: z.boolean(),
  name_ru: z.string(),
  name_uz: z.string(),
  name_original: z.string(),
  year: z.int(),
  age_rating: z.string(),
  free_movie: z.boolean(),
  is_hidden: z.boolean(),
  window: WindowState,
  /** Packaging refused a file of it. */
  is_refused: z.boolean(),
  is_uzbek_missing: z.boolean(),
  /** The address of its poster; '' for none. */
  image: z.string(),
  is_edited: z.boolean(),
  added_at: z.int(),
})

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), changed: z.int() })

const view = { section: 'films', level: 'view' } as const
const edit = { section: 'films', level: 'edit' } as const
const vids = z.array(id()).check(z.minLength(1), z.maxLength(1000))

export const consoleFilms = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/films',
    permission: view,
    summary: 'A page of films and series, hidden ones too, with how many are in each view',
    input: z.object({
      q: optionalText(200),
      view: z._default(z.enum(filmViews), 'all'),
      sort: z._default(z.enum(filmSorts), 'added'),
      descending: z._default(whole(0, 1), 1),
      page: page(),
      limit: limit(50, 100),
    }),
    output: z.object({
      films: z.array(ListedFilm),
      counts: z.record(z.enum(filmViews), z.int()),
      genres: z.array(Named),
      providers: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  }),
  trailers: consoleEndpoint({
    method: 'GET',
    path: '/films/trailers',
    permission: view,
    summary: 'Packaged files that may be the trailer of a title, its own first',
    input: z.object({ vid: id(), q: optionalText(120) }),
    output: z.object({
      files: z.array(
        z.object({
          ...{ asset: z.string(), name_ru: z.string(), name_uz: z.string() },
          duration_sec: z.int(),
          is_own: z.boolean(),
        }),
      ),
    }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/films/one',
    permission: view,
    summary: 'A film or series with everything that can be edited',
    input: z.object({ vid: id() }),
    output: z.object({
      vid: z.int(),
      version: z.int(),
      is_series: z.boolean(),
      ...filmInput,
      poster_image: z.string(),
      backdrop_image: z.string(),
      duration_min: z.int(),
      locked: z.array(z.enum(filmFields)),
      seasons: z.array(z.object({ number: z.int(), episodes: z.int() })),
      choices: z.object({
        genres: z.array(Named),
        categories: z.array(Named),
        providers: z.array(z.object({ id: z.int(), name: z.string() })),
      }),
      /** Who changed it last; null when nobody did by hand. '' is the command line. */
      last_changed: z.nullable(z.object({ who: z.string(), at: z.int() })),
    }),
    failures: ['film_not_found'],
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/films/save',
    permission: edit,
    summary: 'Saves a film or series; what differs is locked against imports',
    input: z.object({ vid: id(), version: whole(0, 2_147_483_647), ...filmInput }),
    output: Changed,
    failures: [
      'film_not_found',
      'film_nameless',
      'film_choice_gone',
      'changed_since',
      'period_wrong',
      'windows_overlap',
      'trailer_wrong',
      'picture_refused',
    ],
  }),
  edit: consoleEndpoint({
    method: 'POST',
    path: '/films/edit',
    permission: edit,
    summary: 'Changes films together: hides, publishes, marks as free, sets age or provider, adds a genre',
    input: z.object({
      vids,
      is_hidden: z.optional(z.boolean()),
      free_movie: z.optional(z.boolean()),
      age_rating: z.optional(z.enum(filmAges)),
      add_genre: z.optional(id()),
      provider_id: z.optional(id()),
    }),
    output: Changed,
    failures: ['film_not_found', 'film_choice_gone'],
  }),
  addGenre: consoleEndpoint({
    method: 'POST',
    path: '/films/genres/add',
    permission: edit,
    summary: 'Adds a genre of films; it goes with its undo unless a title has it',
    input: z.object({ name_ru: text(60, 1), name_uz: text(60, 1) }),
    output: z.object({ genre_id: z.int(), change_id: z.int() }),
    failures: ['film_genre_named'],
  }),
  release: consoleEndpoint({
    method: 'POST',
    path: '/films/release',
    permission: edit,
    summary: 'Gives fields back to imports; each takes the value of the last one',
    input: z.object({ vid: id(), fields: z.array(z.enum(filmFields)).check(z.minLength(1)) }),
    output: Changed,
    failures: ['film_not_found'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/films/remove',
    permission: edit,
    summary: 'Deletes films; an undo brings them back, and no import does',
    input: z.object({ vids }),
    output: Changed,
    failures: ['film_not_found'],
  }),
  picture: consoleEndpoint({
    method: 'POST',
    path: '/films/picture',
    permission: edit,
    summary: 'Stores the next piece of a picture; the last one makes a picture of them',
    ...picturePiece,
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/films/undo',
    permission: edit,
    summary: 'Takes a change of films back',
    ...undoOfSection,
  }),
}
