import type { Channel, Programme } from '#contract/channels/channels.ts'
import type { Language } from '#contract/form/failures.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import {
  type ChannelRecord,
  type ProgrammeRecord,
  type RecordingView,
  catchupDaysOf,
  inLanguage,
  isWatchable,
  type TelevisionSnapshot,
} from '#server/television/television.ts'

/** The fields of a channel that depend on the viewer. */
export interface ChannelForCaller {
  readonly isFavourite: boolean
  readonly isAvailable: boolean
  /** Programmes without their descriptions: a list of all channels shows none. */
  readonly isCompact?: boolean
}

/** What a presenter of programmes depends on. */
export interface GuideView extends RecordingView {
  readonly language: Language
}

export function presentChannel(
  channel: ChannelRecord,
  television: TelevisionSnapshot,
  view: GuideView,
  caller: ChannelForCaller,
): Channel {
  const { now, next } = television.guide.nowAndNext(channel.cid, view.nowMs)
  return {
    id: channel.cid,
    number: channel.number,
    name: inLanguage(channel.name, view.language),
    logo: pictureAddress('logo', channel.cid, channel.logo, 240),
    category: channel.categoryId,
    category_id: channel.categoryId,
    additional_categories: [...channel.additionalCategories],
    is_favorited: caller.isFavourite ? 1 : 0,
    is_available: caller.isAvailable ? 1 : 0,
    is_social: channel.isSocial ? 1 : 0,
    is_radio: channel.isRadio ? 1 : 0,
    has_archive: hasArchive(channel) ? 1 : 0,
    ...lockOf(channel, television),
    ...(television.limited?.isClosed?.(channel.cid, view.nowMs) === true ? { is_closed: 1 as const } : {}),
    now: now === null ? null : short(presentProgramme(now, television, view), caller),
    next: next === null ? null : short(presentProgramme(next, television, view), caller),
  }
}

function hasArchive(channel: ChannelRecord): boolean {
  const { source, isEnabled, archiveDays } = channel
  return source.kind !== 'none' && isEnabled && (archiveDays > 0 || catchupDaysOf(channel) > 0)
}

function short(programme: Programme, { isCompact }: ChannelForCaller): Programme {
  return isCompact === true ? { ...programme, description: '' } : programme
}

export function presentProgramme(
  programme: ProgrammeRecord,
  television: TelevisionSnapshot,
  view: GuideView,
): Programme {
  const category = television.categories.find((one) => one.id === programme.genreCode)
  return {
    pid: programme.pid,
    cid: programme.cid,
    title: inLanguage(programme.title, view.language),
    ...presentEpisode(programme, view.language),
    description: inLanguage(programme.description, view.language),
    category: category === undefined ? '' : inLanguage(category.name, view.language),
    age_rating: programme.ageRating,
    begin_time: Math.floor(programme.beginMs / 1000),
    end_time: Math.floor(programme.endMs / 1000),
    url: isWatchable(programme, view)
      ? `/middleware/program/url?cid=${programme.cid}&pid=${programme.pid}`
      : null,
    ...lockOf(programme, television),
  }
}

/** The field of what the profile of a viewer sees locked; nothing for anything else. */
export function lockOf(
  one: ChannelRecord | ProgrammeRecord,
  { limited }: Pick<TelevisionSnapshot, 'limited'>,
): { is_locked?: 1 } {
  return limited?.isLocked(one) === true ? { is_locked: 1 } : {}
}

/** The episode fields, wherever a programme is presented. */
export function presentEpisode(
  { subtitle, season, episode }: Pick<ProgrammeRecord, 'episode' | 'season' | 'subtitle'>,
  language: Language,
): Pick<Programme, 'sub_title' | 'season' | 'episode'> {
  return {
    sub_title: subtitle === undefined ? '' : inLanguage(subtitle, language),
    season: season ?? null,
    episode: episode ?? null,
  }
}
