import { publicTariffId } from '#contract/form/constants.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { pathOf } from '#contract/form/pages.ts'
import { maxTiles, maxTileText, smartHub, type SmartHubTile } from '#contract/site/smart-hub.ts'
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { inLanguage, nameOf, type Snapshot, type TitleRecord } from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type ChannelRecord,
  type ProgrammeRecord,
  type TelevisionSnapshot,
  listedChannels,
} from '#server/television/television.ts'

type Deps = Uses<{
  billing: 'channelsOfTariff'
  catalogue: 'now'
  clock: 'nowMs'
  television: 'now'
}>

/** Samsung's sets show the preview to everybody in front of them, children too. */
const forAdults = '18+'
const sectionNames = {
  channels: { ru: 'Сейчас в эфире', uz: 'Hozir efirda' },
  films: { ru: 'Новые фильмы', uz: 'Yangi filmlar' },
} as const
/** Titles looked at for tiles: some have no picture or are for adults. */
const maxTitles = 4 * maxTiles

/** The preview of Samsung's Smart Hub. */
export function smartHubEndpoints(api: Deps): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof smartHub> = {
    preview: async (_, request) => {
      const { language } = request
      const television = api.television.now()
      const allowed = (await api.billing.channelsOfTariff(publicTariffId)) ?? new Set<number>()
      const channels = listedChannels(television.channels, regionOf(request), allowed)
      const nowMs = api.clock.nowMs()
      const tiles = {
        channels: loadOnAir(channels, television, nowMs).map((one) => channelTile(one, language)),
        films: loadNewFilms(api.catalogue.now(regionOf(request)), language).map((one) =>
          filmTile(one, language),
        ),
      }
      return respond({
        sections: (['channels', 'films'] as const)
          .filter((name) => tiles[name].length > 0)
          .map((name) => ({ title: sectionNames[name][language], tiles: tiles[name] })),
      })
    },
  }
  return bindEndpoints('smartHub', smartHub, handlers)
}

interface OnAir {
  readonly channel: ChannelRecord
  readonly programme: ProgrammeRecord
}

/** The first channels with a programme for everybody now. */
function loadOnAir(
  channels: readonly ChannelRecord[],
  { guide }: TelevisionSnapshot,
  nowMs: number,
): readonly OnAir[] {
  return channels
    .flatMap((channel) => {
      const programme = guide.nowAndNext(channel.cid, nowMs).now
      return programme === null || programme.ageRating === forAdults ? [] : [{ channel, programme }]
    })
    .slice(0, maxTiles)
}

/** The newest films for everybody that have a wide picture. */
function loadNewFilms(snapshot: Snapshot, language: Language): readonly TitleRecord[] {
  const { titles } = snapshot.list({
    ...{ filter: { kind: 'films' }, order: '-added', language, page: 1, limit: maxTitles },
  })
  return titles
    .filter(({ backdrop, ageRating }) => backdrop !== null && ageRating !== forAdults)
    .slice(0, maxTiles)
}

function channelTile({ channel, programme }: OnAir, language: Language): SmartHubTile {
  return {
    title: shortened(inLanguage(programme.title, language)),
    subtitle: shortened(inLanguage(channel.name, language)),
    // A programme has no picture of its own.
    image_ratio: '1by1',
    image_url: jpeg(pictureAddress('logo', channel.cid, channel.logo, 480)),
    action_data: pathOf('channel', { id: channel.cid }),
    is_playable: true,
  }
}

function filmTile(title: TitleRecord, language: Language): SmartHubTile {
  return {
    title: shortened(nameOf(title, language)),
    subtitle: [title.year, title.ageRating].filter((part) => part !== 0 && part !== '').join(', '),
    image_ratio: '16by9',
    image_url: jpeg(pictureAddress('backdrop', title.vid, title.backdrop, 640)),
    action_data: pathOf('movie', { id: title.vid }),
    is_playable: false,
  }
}

/** The home screen of a set reads JPEG and PNG. */
function jpeg(address: string): string {
  return address.replace(/\.webp$/, '.jpg')
}

/** At most so many characters, cut between words where there is a space. */
function shortened(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= maxTileText) return text
  const cut = characters.slice(0, maxTileText - 1).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}
