/** Answers of the Xtream API in the shapes that players read: ids as they expect them, texts of the guide in base 64. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import { inLanguage, type TitleRecord } from '#server/catalogue/catalogue.ts'
import { isAdultRating } from '#server/entitlement/entitlement.ts'
import type { ListedChannel } from './write-playlist.ts'
import type { ProgrammeRecord } from '#server/television/television.ts'

/** What is played has no other form: no MPEG-TS segments are made. */
const extension = 'm3u8'

export interface XtreamAccount {
  readonly username: string
  readonly password: string
  readonly createdMs: number
  /** Until when something is paid; null: nothing is. */
  readonly paidUntilMs: number | null
  readonly maxStreams: number
  readonly activeStreams: number
}

/** The log-in: the account, and the server as players address it. `origin`: of the site, with its scheme. */
export function writeLogin(account: XtreamAccount, origin: string, nowMs: number): object {
  const url = URL.canParse(origin) ? new URL(origin) : new URL('http://localhost')
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? '443' : '80') : url.port
  const { username, password, createdMs, paidUntilMs, maxStreams, activeStreams } = account
  return {
    user_info: {
      ...{ username, password, message: '', auth: 1 },
      status: paidUntilMs === null ? 'Expired' : 'Active',
      exp_date: paidUntilMs === null ? null : secondsText(paidUntilMs),
      ...{ is_trial: '0', active_cons: String(activeStreams), created_at: secondsText(createdMs) },
      ...{ max_connections: String(maxStreams), allowed_output_formats: [extension] },
    },
    server_info: {
      ...{
        url: url.hostname,
        port,
        https_port: isSecure ? port : '',
        server_protocol: url.protocol.slice(0, -1),
      },
      ...{ rtmp_port: '', timezone: 'Asia/Tashkent', timestamp_now: Math.floor(nowMs / 1000) },
      time_now: localTime(nowMs),
    },
  }
}

/** A channel with the number of its category. */
export interface CategorisedChannel extends ListedChannel {
  readonly categoryId: number
}

export function writeChannels(channels: readonly CategorisedChannel[]): readonly object[] {
  return channels.map(({ cid, number, name, logo, isRadio, archiveDays, categoryId, isAdult }) => ({
    ...{ num: number, name, stream_type: isRadio ? 'radio_streams' : 'live', stream_id: cid },
    ...{ stream_icon: logo, epg_channel_id: String(cid), added: '0', is_adult: flag(isAdult) },
    ...{ category_id: String(categoryId), category_ids: [categoryId], custom_sid: '', direct_source: '' },
    ...{ tv_archive: archiveDays > 0 ? 1 : 0, tv_archive_duration: archiveDays },
  }))
}

/** Categories in their order, only those that something is in. */
export function writeCategories(
  categories: readonly { readonly id: number; readonly name: string }[],
  used: ReadonlySet<number>,
): readonly object[] {
  return categories
    .filter(({ id }) => used.has(id))
    .map(({ id, name }) => ({ category_id: String(id), category_name: name, parent_id: 0 }))
}

/** Programmes of a channel. `archiveFromMs`: from when on the past can be played. */
export function writeListings(
  programmes: readonly ProgrammeRecord[],
  {
    language,
    nowMs,
    archiveFromMs,
  }: {
    readonly language: Language
    readonly nowMs: number
    readonly archiveFromMs: number
  },
): object {
  return {
    epg_listings: programmes.map(({ pid, cid, beginMs, endMs, title, description }) => ({
      ...{ id: String(pid), epg_id: String(cid), lang: language, channel_id: String(cid) },
      title: base64(inLanguage(title, language)),
      description: base64(inLanguage(description, language)),
      ...{ start: localTime(beginMs), end: localTime(endMs), stop: localTime(endMs) },
      ...{ start_timestamp: secondsText(beginMs), stop_timestamp: secondsText(endMs) },
      now_playing: beginMs <= nowMs && nowMs < endMs ? 1 : 0,
      has_archive: beginMs >= archiveFromMs && endMs <= nowMs ? 1 : 0,
    })),
  }
}

/** What players show of a title. `poster`: absolute, or ''. */
export interface ShownTitle {
  readonly title: TitleRecord
  readonly poster: string
}

export function writeFilms(films: readonly ShownTitle[], language: Language): readonly object[] {
  return films.map(({ title, poster }, index) => ({
    ...{ num: index + 1, name: inLanguage(title.name, language), stream_type: 'movie', stream_id: title.vid },
    ...{
      stream_icon: poster,
      ...ratingOf(title),
      added: secondsText(title.addedAtMs),
      is_adult: flag(isAdultRating(title.ageRating)),
    },
    ...{ category_id: String(title.categoryId), category_ids: [title.categoryId] },
    ...{ container_extension: extension, custom_sid: '', direct_source: '' },
  }))
}

export function writeFilm({ title, poster }: ShownTitle, language: Language): object {
  const name = inLanguage(title.name, language)
  const minutes = title.durationMin
  return {
    info: {
      ...{ name, movie_image: poster, plot: inLanguage(title.description, language) },
      ...{ releasedate: String(title.year), year: String(title.year), ...ratingOf(title) },
      ...{
        duration_secs: minutes * 60,
        duration: `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`,
      },
    },
    movie_data: {
      ...{ stream_id: title.vid, name, added: secondsText(title.addedAtMs) },
      ...{ category_id: String(title.categoryId), container_extension: extension, direct_source: '' },
    },
  }
}

export function writeSeriesList(series: readonly ShownTitle[], language: Language): readonly object[] {
  return series.map((shown, index) => ({
    ...{ num: index + 1, series_id: shown.title.vid, ...seriesFacts(shown, language) },
  }))
}

function seriesFacts({ title, poster }: ShownTitle, language: Language) {
  return {
    ...{
      name: inLanguage(title.name, language),
      cover: poster,
      plot: inLanguage(title.description, language),
    },
    ...{ releaseDate: String(title.year), last_modified: secondsText(title.addedAtMs), ...ratingOf(title) },
    ...{ category_id: String(title.categoryId), category_ids: [title.categoryId], backdrop_path: [] },
  }
}

/** A series with its seasons and episodes; the id of an episode is that of its file. */
export function writeSeries(shown: ShownTitle, language: Language): object {
  const { seasons } = shown.title
  return {
    seasons: seasons.map(({ seasonId, number, name, episodes }) => ({
      ...{ id: seasonId, season_number: number, name: inLanguage(name, language) },
      episode_count: episodes.length,
    })),
    info: seriesFacts(shown, language),
    episodes: Object.fromEntries(
      seasons.map(({ number, episodes }) => [
        String(number),
        episodes.map((episode) => ({
          ...{ id: String(episode.file.vfid), episode_num: episode.number, season: number },
          title: inLanguage(episode.name, language) || String(episode.number),
          ...{ container_extension: extension, added: '0', custom_sid: '', direct_source: '' },
          info: {
            plot: inLanguage(episode.description, language),
            duration_secs: Math.round(episode.file.durationMs / 1000),
          },
        })),
      ]),
    ),
  }
}

function ratingOf({ ratingKp, ratingImdb }: TitleRecord) {
  const rating = ratingKp ?? ratingImdb ?? 0
  return { rating: String(rating), rating_5based: Math.round(rating * 5) / 10 }
}

function flag(isSet: boolean): '0' | '1' {
  return isSet ? '1' : '0'
}

function secondsText(ms: number): string {
  return String(Math.floor(ms / 1000))
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

/** `2026-11-28 20:30:00` in Tashkent. */
function localTime(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}
