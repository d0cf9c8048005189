/** What support means: a channel or a film that is there, or what became of it. */
import type { LiveCatalogue, TitleRecord } from '#server/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import { withEnglish } from '#server/subscribers/plays/names-of-play.ts'
import type { ChannelRecord, LiveTelevision } from '#server/television/television.ts'

export interface WhyItemDeps {
  readonly db: Db
  readonly television: Pick<LiveTelevision, 'now'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

/** What is to be watched. */
export type WhyItem =
  /** `atSec`: a moment of its archive, unix seconds; undefined: live. */
  | { readonly kind: 'channel'; readonly cid: number; readonly atSec: number | undefined }
  /** Without `vfid`: the film, or the first episode. */
  | { readonly kind: 'title'; readonly vid: number; readonly vfid: number | undefined }

type Names = ReturnType<typeof withEnglish>

export type ItemMatch =
  | { readonly kind: 'channel'; readonly channel: ChannelRecord; readonly names: Names }
  /** Hidden from viewers by the staff. */
  | { readonly kind: 'hidden_channel'; readonly names: Names }
  | { readonly kind: 'title'; readonly title: TitleRecord; readonly names: Names }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'removed'; readonly name: string }
  | { readonly kind: 'merged'; readonly name: string; readonly into: string }

/** Finds it; `removed`, `merged` and `unknown` are no answer but a wrong choice. */
export async function findItem(deps: WhyItemDeps, item: WhyItem): Promise<ItemMatch> {
  return item.kind === 'channel' ? findChannel(deps, item.cid) : findTitle(deps, item)
}

async function findChannel({ db, television }: WhyItemDeps, cid: number): Promise<ItemMatch> {
  const channel = television.now().channel(cid)
  if (channel !== undefined) return { kind: 'channel', channel, names: withEnglish(channel.name) }
  const row = await db
    .selectFrom('channel')
    .leftJoin('channel as main', 'main.id', 'channel.merged_into')
    .select(['channel.name_ru', 'channel.name_uz', 'channel.deleted_as'])
    .select(['main.number as main_number', 'main.name_ru as main_name'])
    .where('channel.id', '=', cid)
    .executeTakeFirst()
  if (row === undefined) return { kind: 'unknown' }
  const name = row.name_ru || row.name_uz
  if (row.deleted_as === 'merged' && row.main_name !== null)
    return { kind: 'merged', name, into: `${row.main_number ?? ''} ${row.main_name}`.trim() }
  if (row.deleted_as !== null) return { kind: 'removed', name }
  return { kind: 'hidden_channel', names: withEnglish({ ru: row.name_ru, uz: row.name_uz }) }
}

async function findTitle(
  { db, catalogue }: WhyItemDeps,
  { vid, vfid }: Extract<WhyItem, { kind: 'title' }>,
): Promise<ItemMatch> {
  const title = catalogue.now().wholeTitle(vid)
  if (title !== undefined) {
    const hasFile = vfid === undefined || fileOf(title, vfid) !== undefined
    return hasFile ? { kind: 'title', title, names: withEnglish(title.name) } : { kind: 'unknown' }
  }
  const row = await db
    .selectFrom('title')
    .select(['name_ru', 'name_uz', 'deleted_at'])
    .where('id', '=', vid)
    .executeTakeFirst()
  return row === undefined || row.deleted_at === null
    ? { kind: 'unknown' }
    : { kind: 'removed', name: row.name_ru || row.name_uz }
}

/** The place of a file among seasons, and its file; undefined when the title has no such file. */
export function fileOf(title: TitleRecord, vfid: number) {
  const own = title.files.find((file) => file.vfid === vfid)
  if (own !== undefined) return { file: own, season: undefined, episode: undefined }
  for (const season of title.seasons)
    for (const episode of season.episodes)
      if (episode.file.vfid === vfid) return { file: episode.file, season, episode }
  return undefined
}
