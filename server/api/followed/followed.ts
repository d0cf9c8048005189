import {
  followed as endpoints,
  type FollowedShow as ShownShow,
  type ShowBroadcast,
} from '#contract/search/followed-shows.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { pathOf } from '#contract/form/pages.ts'
import { guideView } from '#server/api/channels/guide-view.ts'
import { type GuideView, presentEpisode } from '#server/api/channels/present.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import { archivePath } from '#server/api/reminders/reminders.ts'
import { type FollowedShow, maxFollowed } from '#server/followed/followed.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { profileKeyOf } from '#server/platform/primitives/viewer.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type TelevisionSnapshot, inLanguage, isWatchable } from '#server/television/television.ts'

type Deps = Uses<{
  clock: 'nowMs'
  engine: 'hasRecording'
  followed: 'list' | 'add' | 'remove' | 'setReminds' | 'setRecords' | 'seen'
  television: 'now'
}>

/** So many past and so many coming broadcasts of a show are listed. */
const maxListed = 20

/** Shows that a viewer follows. */
export function followedEndpoints(api: Deps): readonly BoundEndpoint[] {
  const { followed, television } = api
  const handlers: Handlers<typeof endpoints> = {
    list: async (_input, { viewer, language }) => {
      const view = guideView(api, language)
      const shows = shownOf(await followed.list(profileKeyOf(viewer)), television.now()).map((show) =>
        presentShow(show, television.now(), view),
      )
      return respond({ shows: shows.toSorted((a, b) => Math.sign(b.new_count) - Math.sign(a.new_count)) })
    },
    add: async ({ cid, pid, replaces }, { viewer }) => {
      if (television.now().guide.programme(pid) === undefined) return reject('programme_not_found')
      const outcome = await followed.add(profileKeyOf(viewer), { cid, pid, replaces })
      if (outcome.kind === 'missing') return reject('programme_not_found')
      if (outcome.kind === 'nameless') return reject('not_a_show')
      if (outcome.kind === 'full') return reject('followed_full', { values: { limit: maxFollowed } })
      return respond({
        id: outcome.id,
        was_there: outcome.kind === 'already' ? 1 : 0,
        pids: [...outcome.pids],
      })
    },
    remove: async ({ id }, { viewer }) => {
      await followed.remove(profileKeyOf(viewer), id)
      return respond({})
    },
    settings: async ({ id, reminds }, { viewer }) => {
      const isThere = await followed.setReminds(profileKeyOf(viewer), id, reminds === 1)
      return isThere ? respond({ reminds: reminds === 1 ? 1 : 0 }) : reject('followed_not_found')
    },
    recording: async ({ id, records }, { viewer }) => {
      const isThere = await followed.setRecords(profileKeyOf(viewer), id, records === 1)
      return isThere ? respond({ records: records === 1 ? 1 : 0 }) : reject('followed_not_found')
    },
    seen: async (_input, { viewer }) => {
      await followed.seen(profileKeyOf(viewer))
      return respond({})
    },
  }
  return bindEndpoints('followed', endpoints, handlers)
}

/**
 * The shows as far as a profile may see them: with the broadcasts that it is told of, and without those of which none is
 * left.
 */
function shownOf(
  shows: readonly FollowedShow[],
  { guide, limited }: TelevisionSnapshot,
): readonly FollowedShow[] {
  if (limited === undefined) return shows
  const isShown = (pid: number) => guide.programme(pid) !== undefined
  return shows
    .map((show) => ({
      ...show,
      broadcasts: show.broadcasts.filter(({ programme }) => isShown(programme.pid)),
      similar: show.similar !== undefined && isShown(show.similar.pid) ? show.similar : undefined,
    }))
    .filter(({ broadcasts }) => broadcasts.length > 0)
}

/** A show as its viewer sees it now; pure. */
function presentShow(show: FollowedShow, television: TelevisionSnapshot, view: GuideView): ShownShow {
  const shown = show.broadcasts.flatMap((one) => presentBroadcast(one, television, view) ?? [])
  const past = shown.filter(({ state }) => state === 'past').slice(-maxListed)
  const coming = shown.filter(({ state }) => state !== 'past').slice(0, maxListed)
  const { similar } = show
  const nameOf = (cid: number) => {
    const channel = television.channel(cid)
    return channel === undefined ? '' : inLanguage(channel.name, view.language)
  }
  return {
    id: show.id,
    title: inLanguage(show.title, view.language),
    channel_name: nameOf(show.cid),
    reminds: show.reminds ? 1 : 0,
    records: show.records ? 1 : 0,
    new_count: shown.filter((one) => one.is_new === 1).length,
    broadcasts: [...past, ...coming],
    pids: show.broadcasts.map(({ programme }) => programme.pid),
    similar:
      similar === undefined
        ? null
        : {
            ...{ cid: similar.cid, pid: similar.pid },
            title: inLanguage(similar.title, view.language),
            channel_name: nameOf(similar.cid),
          },
  }
}

/** Undefined for a past one that nobody can watch, and on a channel that is not shown. */
function presentBroadcast(
  { programme, season, episode, isNew }: FollowedShow['broadcasts'][number],
  television: TelevisionSnapshot,
  view: GuideView,
): ShowBroadcast | undefined {
  const channel = television.channel(programme.cid)
  if (channel === undefined) return undefined
  const state = programme.endMs <= view.nowMs ? 'past' : programme.beginMs <= view.nowMs ? 'now' : 'next'
  if (state === 'past' && !isWatchable(programme, view)) return undefined
  return {
    ...{ pid: programme.pid, cid: programme.cid },
    title: inLanguage(programme.title, view.language),
    ...presentEpisode(programme, view.language),
    ...{ season: season ?? null, episode: episode ?? null },
    channel_name: inLanguage(channel.name, view.language),
    logo: pictureAddress('logo', channel.cid, channel.logo, 240),
    begin_time: Math.floor(programme.beginMs / 1000),
    end_time: Math.floor(programme.endMs / 1000),
    state,
    href:
      state === 'past' ? archivePath(programme.cid, programme.pid) : pathOf('channel', { id: programme.cid }),
    is_new: isNew ? 1 : 0,
  }
}
