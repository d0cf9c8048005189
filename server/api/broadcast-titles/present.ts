import type {
  BroadcastTitleCard,
  BroadcastTitleDetail,
  RecordedBroadcast,
} from '#contract/films/broadcast-titles.ts'
import type { Language } from '#contract/form/failures.ts'
import { pathOf } from '#contract/form/pages.ts'
import { presentEpisode } from '#server/api/channels/present.ts'
import type { BroadcastTitle } from '#server/broadcast-titles/broadcast-titles.ts'
import { type Snapshot, type TitleRecord, nameOf } from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { type TelevisionSnapshot, inLanguage } from '#server/television/television.ts'
import type { OfferedBroadcast } from './offer.ts'

/** What titles are presented with. */
export interface PresentContext {
  readonly language: Language
  readonly catalogue: Snapshot
  readonly television: TelevisionSnapshot
}

/** A title with its broadcasts, the best first; undefined without any. */
export function presentCard(
  title: BroadcastTitle,
  offered: readonly OfferedBroadcast[],
  context: PresentContext,
): BroadcastTitleCard | undefined {
  const [best] = offered
  if (best === undefined) return undefined
  const { language, catalogue } = context
  const listed = title.vid === null ? undefined : catalogue.title(title.vid)
  return {
    id: title.id,
    vid: listed?.vid ?? null,
    name: listed === undefined ? ownName(title, best, language) : nameOf(listed, language),
    year: listed?.year ?? title.year,
    is_series: (listed?.isSeries ?? title.kind === 'series') ? 1 : 0,
    genres: [...genresOf(listed, best, context)],
    age_rating: listed?.ageRating || best.programme.ageRating,
    poster: pictureOf('poster', title, listed),
    broadcasts: offered.length,
    best: presentBroadcast(best, language),
    href:
      listed === undefined ? pathOf('recordedTitle', { id: title.id }) : pathOf('movie', { id: listed.vid }),
  }
}

/** With all its broadcasts. */
export function presentDetail(
  title: BroadcastTitle,
  offered: readonly OfferedBroadcast[],
  context: PresentContext,
): BroadcastTitleDetail | undefined {
  const card = presentCard(title, offered, context)
  if (card === undefined) return undefined
  const { language, catalogue } = context
  const listed = card.vid === null ? undefined : catalogue.title(card.vid)
  const texts = offered.map(({ programme }) => inLanguage(programme.description, language))
  const ordered =
    card.is_series === 1 ? offered.toSorted((a, b) => b.programme.beginMs - a.programme.beginMs) : offered
  return {
    ...card,
    description:
      listed === undefined
        ? texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
        : inLanguage(listed.description, language),
    backdrop: pictureOf('backdrop', title, listed),
    all: ordered.map((one) => presentBroadcast(one, language)),
  }
}

export function presentBroadcast(offered: OfferedBroadcast, language: Language): RecordedBroadcast {
  const { programme, channel, season, episode, expiresMs, isComplete, isAvailable } = offered
  return {
    ...{ pid: programme.pid, cid: programme.cid },
    channel_name: inLanguage(channel.name, language),
    logo: pictureAddress('logo', channel.cid, channel.logo, 240),
    begin_time: Math.floor(programme.beginMs / 1000),
    end_time: Math.floor(programme.endMs / 1000),
    ...presentEpisode(programme, language),
    ...{ season: season ?? null, episode: episode ?? null },
    expires_at: expiresMs === null ? null : Math.floor(expiresMs / 1000),
    is_complete: isComplete ? 1 : 0,
    is_available: isAvailable ? 1 : 0,
    age_rating: programme.ageRating,
    href: pathOf('tvArchive', { id: programme.cid, archiId: programme.pid }),
  }
}

const pictureWidths = { poster: 320, backdrop: 1280 } as const

/** Of the catalogue, or cut from the recording; '' while there is none: a number of ours is no title's there. */
function pictureOf(
  kind: 'poster' | 'backdrop',
  title: BroadcastTitle,
  listed: TitleRecord | undefined,
): string {
  const width = pictureWidths[kind]
  if (listed !== undefined) return pictureAddress(kind, listed.vid, listed[kind], width)
  const version = title[kind]
  return version === null ? '' : pictureAddress(kind, title.id, version, width)
}

/** A name without the marks of the guide; the title as the guide has it where nothing is left. */
function ownName({ name }: BroadcastTitle, { programme }: OfferedBroadcast, language: Language): string {
  return inLanguage(name, language) || inLanguage(programme.title, language)
}

const maxGenres = 3

function genresOf(
  listed: TitleRecord | undefined,
  { programme }: OfferedBroadcast,
  { catalogue, television, language }: PresentContext,
): readonly string[] {
  if (listed !== undefined)
    return listed.genreIds.slice(0, maxGenres).map((id) => catalogue.genreName(id, language))
  const category = television.categories.find(({ id }) => id === programme.genreCode)
  return category === undefined ? [] : [inLanguage(category.name, language)]
}
