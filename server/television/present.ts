import type { Channel, Programme } from '#contract/channels.ts'
import type { Language } from '#contract/failures.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { ChannelRecord, ProgrammeRecord } from './channel.ts'
import { inLanguage } from './channel.ts'
import type { TelevisionSnapshot } from './live-television.ts'

/** Everything of a channel that depends on who asks. */
export interface ChannelForCaller {
  readonly isFavourite: boolean
  readonly isAvailable: boolean
}

/** What a presenter of programmes needs to know of the world. */
export interface GuideView {
  readonly language: Language
  readonly nowMs: number
  /** Anything playable between two moments (unix milliseconds). */
  hasRecording(cid: number, beginMs: number, endMs: number): boolean
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
    has_archive: channel.source.kind !== 'none' && channel.isEnabled && channel.archiveDays > 0 ? 1 : 0,
    now: now === null ? null : presentProgramme(now, channel, television, view),
    next: next === null ? null : presentProgramme(next, channel, television, view),
  }
}

export function presentProgramme(
  programme: ProgrammeRecord,
  channel: ChannelRecord,
  television: TelevisionSnapshot,
  view: GuideView,
): Programme {
  const category = television.categories.find((one) => one.id === programme.genreCode)
  return {
    pid: programme.pid,
    cid: programme.cid,
    title: inLanguage(programme.title, view.language),
    description: inLanguage(programme.description, view.language),
    category: category === undefined ? '' : inLanguage(category.name, view.language),
    age_rating: programme.ageRating,
    begin_time: Math.floor(programme.beginMs / 1000),
    end_time: Math.floor(programme.endMs / 1000),
    url: isWatchable(programme, channel, view)
      ? `/middleware/program/url?cid=${programme.cid}&pid=${programme.pid}`
      : null,
  }
}

const dayMs = 86_400_000

/** Begun, still inside the channel's archive, and something of it is recorded (GUIDE-03). */
function isWatchable(programme: ProgrammeRecord, channel: ChannelRecord, view: GuideView): boolean {
  if (programme.beginMs > view.nowMs) return false
  if (programme.endMs <= view.nowMs - channel.archiveDays * dayMs) return false
  return view.hasRecording(programme.cid, programme.beginMs, Math.min(programme.endMs, view.nowMs))
}
