import { backdropSvg, channelLogoSvg, episodeStillSvg, portraitSvg, posterSvg } from '#db/demo/art/art.ts'
import {
  demoChannelCategories,
  demoChannels,
  demoWorldChannelIds,
  type DemoChannel,
} from '#db/demo/channels.ts'
import { demoCollections } from '#db/demo/catalogue/collections.ts'
import { demoGenres } from '#db/demo/catalogue/genres.ts'
import { demoGuide } from '#db/demo/guide/guide.ts'
import { demoPeople } from '#db/demo/catalogue/people.ts'
import { demoProviders } from '#db/demo/catalogue/providers.ts'
import { demoTitles, type DemoTitle } from '#db/demo/catalogue/titles.ts'
import {
  type PublishedCredit,
  type PublishedTitle,
  publishCollections,
  publishProviders,
  publishTitles,
} from '#server/catalogue/catalogue.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isDemoRemoved } from '#server/platform/installation/demo-content.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import {
  type ChannelSource,
  type PublishedChannel,
  type RawProgramme,
  type SourceProtocol,
  loadChannels,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import * as z from 'zod/mini'
import { listSchedules } from '#server/imports/imports.ts'
import { keepDrawings } from './keep-drawings.ts'

export interface LoadDemoOptions {
  readonly db: Db
  readonly clock: Clock
  readonly pictures: Pick<Pictures, 'keepDrawing'>
  /** `<data>/images`: the versions of earlier drawings are stored there. */
  readonly imagesDir: string
  /** The sources of the demo's two live channels. */
  sourceOf(feed: 'first' | 'second'): { readonly url: string; readonly protocol: SourceProtocol }
}

export interface LoadedDemo {
  readonly titles: { readonly added: number; readonly changed: number; readonly unchanged: number }
  readonly channels: { readonly added: number; readonly changed: number; readonly unchanged: number }
  readonly programmes: { readonly added: number; readonly changed: number; readonly unchanged: number }
}

const dayMs = 86_400_000
/** The guide reaches 6 days back and 6 ahead (specification, 9); a seventh either way covers the day's end. */
const guideReachMs = 7 * dayMs

/** Loads the demo into an installation, or updates it; the second time there is little to do. */
export async function loadDemo(options: LoadDemoOptions): Promise<LoadedDemo> {
  const { db, clock } = options
  const versions = await keepDrawings(demoDrawings(), options.pictures, options.imagesDir)
  await publishProviders(db, demoProviders)
  const titles = await publishTitles(
    db,
    demoTitles().map((title) => buildFilm(title, versions)),
    clock.nowMs(),
  )
  await publishCollections(
    db,
    demoCollections().map((collection, place) => ({
      key: `demo:${collection.id}`,
      place,
      name: { ru: collection.name_ru, uz: collection.name_uz },
      description: { ru: collection.description_ru, uz: collection.description_uz },
      titleKeys: collection.vids.map(titleKey),
    })),
  )
  const channels = await publishChannels(
    db,
    demoChannels().map((channel) => publishedChannel(channel, versions, options)),
    clock.nowMs(),
  )
  return {
    titles: counted(titles),
    channels: counted(channels),
    programmes: await extendDemoGuide(db, clock),
  }
}

/** Every picture of the demo by its name, drawn on request. */
function demoDrawings(): ReadonlyMap<string, () => string> {
  const drawings = new Map<string, () => string>()
  for (const title of demoTitles()) {
    drawings.set(`poster ${title.vid}`, () => posterSvg(title))
    drawings.set(`backdrop ${title.vid}`, () => backdropSvg(title))
    for (const episode of title.seasons.flatMap((season) => season.episodes)) {
      drawings.set(`still ${episode.vfid}`, () => episodeStillSvg(title, episode))
    }
  }
  for (const person of demoPeople()) drawings.set(`portrait ${person.aid}`, () => portraitSvg(person))
  for (const channel of demoChannels()) drawings.set(`logo ${channel.cid}`, () => channelLogoSvg(channel))
  return drawings
}

/** Extends the guide of the demo's channels to a week from now; the rest of it stays unchanged. */
export async function extendDemoGuide(db: Db, clock: Clock): Promise<LoadedDemo['programmes']> {
  const nowMs = clock.nowMs()
  // A channel with its own schedule follows that.
  const scheduled = new Set((await listSchedules(db)).map(({ channel_id }) => channel_id))
  const channels = (await loadChannels(db)).filter(({ cid }) => !scheduled.has(cid))
  const cids = new Map(channels.map(({ key, cid }) => [key, cid]))
  const delivery = new Map<number, RawProgramme[]>()
  for (const channel of demoChannels()) {
    const cid = cids.get(channelKey(channel))
    if (cid === undefined) continue
    const programmes = demoGuide(channel, nowMs - guideReachMs, nowMs + guideReachMs)
    delivery.set(
      cid,
      programmes.map((programme) => ({
        beginMs: programme.beginMs,
        endMs: programme.endMs,
        title: { ru: programme.title_ru, uz: programme.title_uz },
        description: { ru: programme.description_ru, uz: programme.description_uz },
        genreCode: programme.categoryId,
        ageRating: programme.ageRating,
        assetId: programme.assetId ?? null,
      })),
    )
  }
  const outcomes = await publishGuide(db, delivery)
  const sum = (of: 'added' | 'changed' | 'unchanged') => outcomes.reduce((total, one) => total + one[of], 0)
  return { added: sum('added'), changed: sum('changed'), unchanged: sum('unchanged') }
}

/** Each night: extends the demo's guide by a day. */
export const extendDemoGuideJob = jobKind({
  name: 'operator.extend-demo-guide',
  data: z.object({}),
  cron: '20 0 * * *',
})

export function demoGuideWorker(db: Db, clock: Clock): JobWorker {
  return jobWorker(extendDemoGuideJob, async () => {
    if (!(await isDemoRemoved(db))) await extendDemoGuide(db, clock)
  })
}

function titleKey(vid: number) {
  return `demo:${vid}`
}

function channelKey(channel: DemoChannel) {
  return `demo:${channel.cid}`
}

function buildFilm(title: DemoTitle, versions: ReadonlyMap<string, string>): PublishedTitle {
  const [categoryId, ...moreCategories] = title.categoryIds
  invariant(categoryId !== undefined, `the demo's title ${title.vid} is in no category`)
  return {
    key: titleKey(title.vid),
    vid: title.vid,
    isSeries: title.isSeries,
    isKids: title.isKids,
    categoryId,
    moreCategories,
    providerId: title.providerId,
    name: { ru: title.name_ru, uz: title.name_uz, original: title.original_name },
    description: { ru: title.description_ru, uz: title.description_uz },
    year: title.year,
    countries: title.countries,
    genres: title.genres.flatMap((key) => {
      const genre = demoGenres.find((one) => one.key === key)
      return genre === undefined ? [] : [{ key, ru: genre.name_ru, uz: genre.name_uz }]
    }),
    credits: [
      creditOf(title.directorId, 'director', versions),
      ...title.castIds.map((aid) => creditOf(aid, 'actor', versions)),
    ],
    durationMin: title.durationMin,
    ageRating: title.ageRating,
    ratingKp: title.rating_kp,
    ratingImdb: title.rating_imdb,
    popularity: title.popularity,
    freeMovie: title.free_movie,
    premier: title.premier,
    exclusive: title.exclusive,
    newEpisodes: title.new_episodes,
    poster: versions.get(`poster ${title.vid}`) ?? null,
    backdrop: versions.get(`backdrop ${title.vid}`) ?? null,
    ...(title.isSeries ? {} : { film: { assetId: title.assetId, durationMs: title.durationMin * 60_000 } }),
    trailer: { assetId: title.trailerAssetId, durationMs: 0 },
    seasons: title.seasons.map((season) => ({
      number: season.number,
      name: { ru: season.name_ru, uz: season.name_uz },
      episodes: season.episodes.map((episode) => ({
        number: episode.number,
        name: { ru: episode.name_ru, uz: episode.name_uz },
        description: { ru: episode.description_ru, uz: episode.description_uz },
        still: versions.get(`still ${episode.vfid}`) ?? null,
        file: { assetId: episode.assetId, durationMs: episode.durationMin * 60_000 },
      })),
    })),
  }
}

function creditOf(
  aid: number,
  kind: 'actor' | 'director',
  versions: ReadonlyMap<string, string>,
): PublishedCredit {
  const person = demoPeople().find((one) => one.aid === aid)
  invariant(person !== undefined, `the demo has no person ${aid}`)
  return {
    personKey: `demo:${aid}`,
    name: { ru: person.name_ru, uz: person.name_uz, original: '' },
    kind,
    role: { ru: '', uz: '' },
    photo: versions.get(`portrait ${aid}`) ?? null,
    about: { ru: person.about_ru, uz: person.about_uz },
  }
}

function publishedChannel(
  channel: DemoChannel,
  versions: ReadonlyMap<string, string>,
  options: LoadDemoOptions,
): PublishedChannel {
  invariant(
    demoChannelCategories.some(({ id }) => id === channel.categoryId),
    `the demo's channel ${channel.cid} is in no category`,
  )
  const worldPlace = demoWorldChannelIds.indexOf(channel.cid)
  return {
    key: channelKey(channel),
    cid: channel.cid,
    number: channel.number,
    name: { ru: channel.name_ru, uz: channel.name_uz },
    logo: versions.get(`logo ${channel.cid}`) ?? null,
    categoryId: channel.categoryId,
    additionalCategories: channel.additionalCategories,
    isSocial: channel.isSocial,
    isOpenToGuests: channel.isOpenToGuests,
    worldPlace: worldPlace < 0 ? null : worldPlace,
    source: sourceOf(channel, options),
    archiveDays: 7,
    guideShiftMin: 0,
  }
}

function sourceOf(channel: DemoChannel, options: LoadDemoOptions): ChannelSource {
  if (channel.source === undefined) return { kind: 'linear' }
  return { kind: 'recorded', sources: [options.sourceOf(channel.source.feed)] }
}

function counted(outcomes: readonly { readonly outcome: 'added' | 'changed' | 'unchanged' | 'deleted' }[]) {
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome === kind).length
  return { added: count('added'), changed: count('changed'), unchanged: count('unchanged') }
}
