/** The seasons and episodes of a series as the staff puts them into order. Every change is a set that can be taken back. */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { TitleWindow, WindowState } from './films.ts'

const texts = {
  name_ru: text(300),
  name_uz: text(300),
  description_ru: text(5000),
  description_uz: text(5000),
}

/** When a part of a series can be watched: it narrows the windows of what it belongs to. */
const windows = {
  /** None: whenever that is available. */
  windows: z.array(TitleWindow),
  /** What they say now. */
  window: WindowState,
  /** Of them. */
  windows_version: z.string(),
}

const Episode = z.object({
  id: z.int(),
  /** Of its texts. */
  version: z.string(),
  season: z.int(),
  number: z.int(),
  /** The last one that its file covers; `number` where it covers one. */
  last_number: z.int(),
  ...texts,
  /** When it was first broadcast, as `2026-11-28`; '' when it is not known. */
  aired_on: z.string(),
  ...windows,
  duration_sec: z.int(),
  /** Packaged: it plays. */
  is_ready: z.boolean(),
  is_hidden: z.boolean(),
  /** Texts of it were edited: imports leave them. */
  is_edited: z.boolean(),
  /** The place that its file says, where it was moved from there; `vid` is another series' when it came from one. */
  source: z.nullable(z.object({ vid: z.int(), season: z.int(), number: z.int() })),
})

const Season = z.object({ number: z.int(), ...windows })

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), changed: z.int() })

const view = { section: 'films', level: 'view' } as const
const edit = { section: 'films', level: 'edit' } as const
const version = () => z.string().check(z.regex(/^[0-9a-f]{16}$/))
const ids = () => z.array(id()).check(z.minLength(1), z.maxLength(1000))

export const consoleEpisodes = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/films/episodes',
    permission: view,
    summary: 'The episodes of a series in their order, hidden ones too',
    input: z.object({ vid: id() }),
    output: z.object({
      /** Of the order. */
      version: z.string(),
      /** Those that have episodes. */
      seasons: z.array(Season),
      episodes: z.array(Episode),
    }),
    failures: ['film_not_found'],
  }),
  move: consoleEndpoint({
    method: 'POST',
    path: '/films/episodes/move',
    permission: edit,
    summary:
      'Moves episodes to a place of the series, or of another; others make room, and imports leave the order',
    input: z.object({
      ...{ vid: id(), version: version(), ids: ids(), season: whole(0, 999) },
      /** Null: after the last one. */
      number: z.nullable(whole(0, 9999)),
      /** The same series, or another one. */
      to_vid: id(),
    }),
    output: Changed,
    failures: ['episode_not_found', 'not_a_series', 'episode_number_high', 'changed_since'],
  }),
  reset: consoleEndpoint({
    method: 'POST',
    path: '/films/episodes/reset',
    permission: edit,
    summary: 'Puts the episodes of a series where their files say',
    input: z.object({ vid: id(), version: version() }),
    output: Changed,
    failures: ['film_not_found', 'changed_since'],
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/films/episodes/save',
    permission: edit,
    summary: 'Sets the texts of an episode; what differs is locked against imports',
    input: z.object({ vid: id(), id: id(), version: version(), ...texts }),
    output: Changed,
    failures: ['episode_not_found', 'changed_since'],
  }),
  release: consoleEndpoint({
    method: 'POST',
    path: '/films/episodes/release',
    permission: edit,
    summary: 'Gives the texts of an episode back to imports; each takes the value of the last one',
    input: z.object({ vid: id(), id: id() }),
    output: Changed,
    failures: ['episode_not_found'],
  }),
  windows: consoleEndpoint({
    method: 'POST',
    path: '/films/episodes/windows',
    permission: edit,
    summary: 'Sets when and where a season, or an episode of it, may be watched; imports leave it',
    input: z.object({
      ...{ vid: id(), season: whole(0, 999) },
      /** Null: the season as a whole. */
      id: z.nullable(id()),
      version: version(),
      windows: z.array(TitleWindow).check(z.maxLength(20)),
    }),
    output: Changed,
    failures: ['episode_not_found', 'changed_since', 'period_wrong', 'windows_overlap'],
  }),
  hide: consoleEndpoint({
    method: 'POST',
    path: '/films/episodes/hide',
    permission: edit,
    summary: 'Takes episodes from viewers, or shows them again',
    input: z.object({ vid: id(), ids: ids(), is_hidden: z.boolean() }),
    output: Changed,
    failures: ['episode_not_found'],
  }),
}
