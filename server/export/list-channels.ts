import type { ExportDeps } from './deps.ts'
import type { ListedChannel } from './write-playlist.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { PlaybackClient } from '#server/playback/playback.ts'
import { isAdultCategory } from '#server/profile-limits/profile-limits.ts'
import { inLanguage } from '#server/catalogue/catalogue.ts'
import { catchupDaysOf, listedChannels } from '#server/television/television.ts'

/** The channels that this subscriber may watch now, from this network. */
export async function listForExport(
  { entitlement, television }: Pick<ExportDeps, 'entitlement' | 'television'>,
  caller: PlaybackClient,
  origin: string,
): Promise<readonly ListedChannel[]> {
  const { language, region, viewer } = caller
  const snapshot = television.now()
  const mayWatch = await entitlement.channelAccess(viewer, region)
  const adults = new Set(snapshot.categories.filter(({ name }) => isAdultCategory(name)).map(({ id }) => id))
  const groups = new Map(snapshot.categories.map((one) => [one.id, inLanguage(one.name, language)]))
  return listedChannels(snapshot.channels, region, undefined)
    .filter((channel) => channel.isEnabled && channel.source.kind !== 'none' && mayWatch(channel))
    .map((channel) => ({
      cid: channel.cid,
      number: channel.number,
      name: inLanguage(channel.name, language),
      logo: origin === '' ? '' : `${origin}${pictureAddress('logo', channel.cid, channel.logo, 240)}`,
      group: groups.get(channel.categoryId) ?? '',
      isRadio: channel.isRadio,
      isAdult: [channel.categoryId, ...channel.additionalCategories].some((id) => adults.has(id)),
      archiveDays: Math.max(channel.archiveDays, Math.floor(catchupDaysOf(channel))),
    }))
}
