/** Channels, films, tariffs and subscribers of every kind that support is asked about, on the world of playback. */
import { blackoutDevices, blackoutHolds, territories } from '#contract/form/blackouts.ts'
import { saveBlackout, type BlackoutFields } from '#server/blackouts/blackouts.ts'
import {
  editTitles,
  fieldsOfWindows,
  publishTitles,
  removeTitles,
  setPartWindows,
} from '#server/catalogue/catalogue.ts'
import { setRelease } from '#server/releases/releases.ts'
import {
  channelConfigs,
  hideChannels,
  mergeChannels,
  publishChannels,
  publishGuide,
  removeChannels,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { type PlaybackWorld, worldStartMs } from './playback-scenario.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const words = { ru: '', uz: '' }
const short = { assetId: 'short', durationMs: 2000 }
const nobody = { by: undefined, nowMs: worldStartMs }

export type WhyContent = Awaited<ReturnType<typeof addWhyContent>>

/** Adds it, and returns the number of a channel or a film by its key. */
export async function addWhyContent(world: PlaybackWorld) {
  const cid = await addChannels(world)
  await addFilms(world)
  await addTariffs(world, cid)
  await addBlackouts(world, cid)
  await setRelease(
    world.database.db,
    'webos',
    { minimumVersion: '1.3.0', recommendedVersion: '1.4.0' },
    worldStartMs,
  )
  return { cid }
}

const linear = [
  'kino',
  'sport',
  'retired',
  'short',
  'noArchive',
  'dark',
  'darkAbroad',
  'darkTv',
  'off',
  'hidden',
] as const
const recorded = ['down', 'hole'] as const
const keys = [...linear, ...recorded, 'merged', 'removed'] as const
type Cids = Readonly<
  Record<(typeof keys)[number] | 'paid' | 'social' | 'world' | 'silent' | 'other' | 'open', number>
>

async function addChannels(world: PlaybackWorld): Promise<Cids> {
  const { db } = world.database
  const source = {
    kind: 'recorded',
    sources: [{ url: 'http://127.0.0.1:9/live.ts', protocol: 'http-ts' }],
  } as const
  const archive: Partial<Record<string, number>> = { short: 1, noArchive: 0 }
  const published = await publishChannels(
    db,
    keys.map((key) =>
      buildChannel(key, {
        archiveDays: archive[key] ?? 7,
        ...(linear.some((one) => one === key) ? {} : { source }),
        ...(key === 'darkAbroad' ? { worldPlace: 2 } : {}),
      }),
    ),
    worldStartMs,
  )
  const own = Object.fromEntries(keys.map((key, at) => [key, published[at]?.cid ?? 0]))
  const cid = { ...world.cid, ...own } as Cids
  await publishGuide(db, new Map(Object.values(own).map((one) => [one, hourly()])))
  await db.updateTable('channel').set({ is_enabled: false }).where('id', '=', cid.off).execute()
  await hideChannels(db, [cid.hidden])
  await removeChannels(db, [cid.removed], nobody)
  await mergeChannels(db, { from: cid.merged, into: cid.down }, nobody, async () => ({}))
  await db
    .insertInto('channel_problem')
    .values({
      channel_id: cid.down,
      kind: 'no_signal',
      began_at: new Date(worldStartMs - hourMs),
      ended_at: null,
    })
    .execute()
  await world.television.reloadChannels()
  await world.television.reloadGuide()
  // Those with a source would be recorded: nothing comes from there.
  const received = new Set([...recorded, 'merged', 'removed'].map((key) => String(own[key])))
  const configs = channelConfigs(world.television, () => [{ assetId: 'short', readyAtMs: 0 }])
  await world.engine.setChannels(configs.filter(({ id }) => !received.has(id)))
  return cid
}

/** Programmes of an hour for four past days and one to come. */
function hourly() {
  const texts = { ru: 'Передача', uz: 'Koʻrsatuv' }
  const firstMs = worldStartMs - (worldStartMs % hourMs) - 4 * dayMs
  return Array.from({ length: 24 * 5 }, (_, at) => ({
    ...{ beginMs: firstMs + at * hourMs, endMs: firstMs + (at + 1) * hourMs },
    ...{ title: texts, description: texts, genreCode: null, ageRating: '', assetId: 'short' },
  }))
}

async function addFilms(world: PlaybackWorld): Promise<void> {
  const { db } = world.database
  await db.insertInto('provider').values({ id: 5, name: 'Kino' }).execute()
  const episode = (number: number) => ({ number, name: words, description: words, still: null, file: short })
  await publishTitles(
    db,
    [
      ...['inside', 'ended', 'ahead', 'hidden', 'darkfilm', 'gone'].map((key) =>
        buildFilm(key, { film: short }),
      ),
      buildFilm('kinofilm', { film: short, providerId: 5 }),
      buildFilm('kids', { film: short, freeMovie: true, ageRating: '0+', isKids: true }),
      buildFilm('empty', { trailer: short }),
      buildFilm('series', {
        isSeries: true,
        seasons: [1, 2].map((number) => ({ number, name: words, episodes: [episode(1), episode(2)] })),
      }),
    ],
    worldStartMs,
  )
  await world.catalogue.reload()
  const edits = {
    inside: fieldsOfWindows([{ fromMs: null, untilMs: null, territory: 'inside' }]),
    ended: fieldsOfWindows([{ fromMs: null, untilMs: worldStartMs - 2 * dayMs, territory: 'everywhere' }]),
    ahead: fieldsOfWindows([{ fromMs: worldStartMs + 3 * dayMs, untilMs: null, territory: 'everywhere' }]),
    hidden: { is_hidden: true },
  }
  for (const [key, columns] of Object.entries(edits))
    await editTitles(db, [{ vid: world.vid(key), edit: { columns } }], nobody)
  const window = { fromMs: null, untilMs: worldStartMs - dayMs, territory: 'everywhere' } as const
  const part = { vid: world.vid('series'), part: { season: 2 }, version: undefined, windows: [window] }
  await setPartWindows(db, part, nobody)
  await world.catalogue.reload()
}

async function addTariffs({ billing, catalogue }: PlaybackWorld, cid: Cids): Promise<void> {
  const basic = (await billing.tariffs()).get(56)
  if (basic === undefined) throw new Error('no base tariff')
  const { kino, sport, retired } = cid
  const elsewhere = new Set([kino, sport, retired, cid.merged, cid.removed, cid.other])
  const inBasic = Object.values(cid).filter((one) => !elsewhere.has(one))
  await billing.putTariff({ ...basic, channelIds: new Set(inBasic) })
  const kinoPlus = {
    ...{ name: { en: 'Kino+', ru: 'Кино+', uz: 'Kino+' }, priceTiyin: 4_900_000, streams: 3 },
    ...{ channelIds: new Set([kino, sport]), providerIds: new Set([5]) },
  }
  await billing.putTariff(buildTariff(57, kinoPlus))
  await billing.putTariff(
    buildTariff(58, { priceTiyin: 1_500_000, channelIds: new Set([sport]), providerIds: new Set() }),
  )
  await billing.putTariff(
    buildTariff(59, { isOffered: false, channelIds: new Set([retired]), providerIds: new Set() }),
  )
  await catalogue.reload()
}

async function addBlackouts(world: PlaybackWorld, cid: Cids): Promise<void> {
  const content = { television: world.television.now(), catalogue: world.catalogue.now() }
  const enter = async (more: Partial<BlackoutFields>) => {
    const fields: BlackoutFields = {
      ...{ target: 'channel', cid: null, pid: null, vid: null, words, note: '' },
      ...{ fromMs: worldStartMs - hourMs, untilMs: worldStartMs + 4 * hourMs },
      ...{ territories, devices: blackoutDevices, holds: blackoutHolds },
      ...more,
    }
    const saved = await saveBlackout(world.database.db, content, { id: null, version: 0, fields }, nobody)
    if (saved.kind !== 'changed') throw new Error(JSON.stringify(saved))
  }
  await enter({ cid: cid.dark })
  await enter({ cid: cid.darkAbroad, territories: ['outside'] })
  await enter({ cid: cid.darkTv, devices: ['tv'] })
  await enter({ target: 'title', vid: world.vid('darkfilm') })
  await world.blackouts.reload()
}

/** Deletes the film `gone`. */
export async function removeGone(world: PlaybackWorld): Promise<number> {
  const vid = world.vid('gone')
  await removeTitles(world.database.db, [vid], nobody)
  await world.catalogue.reload()
  return vid
}
