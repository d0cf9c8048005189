import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { guideView } from './channel-view.ts'
/** Tiles of the guide: six hours of up to 25 channels, nothing in them that depends on who asks. */
import { respond, reject } from '#contract/form/endpoint.ts'
import {
  guide,
  guideReachAheadSec,
  guideReachBackSec,
  guideTileSec,
  type TileProgramme,
} from '#contract/channels/guide.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type ProgrammeRecord, inLanguage } from '#server/television/television.ts'
import { isWatchable, presentEpisode, type GuideView } from './present.ts'

const daySec = 86_400

/** Whether a tile that begins then has anything to do with the guide. */
function isWithinGuide(fromSec: number, nowSec: number): boolean {
  return fromSec + guideTileSec > nowSec - guideReachBackSec && fromSec < nowSec + guideReachAheadSec
}

/** The guide in tiles, each the same for everybody of one region. */
export function guideTileEndpoints(
  api: Uses<{ clock: 'nowMs'; engine: 'hasRecording'; television: 'now' }>,
): readonly BoundEndpoint[] {
  return bindEndpoints('guide', guide, {
    tile: ({ from, cids }, request) => {
      const view = guideView(api, request.language)
      if (!isWithinGuide(from, Math.floor(view.nowMs / 1000)))
        return reject('outside_guide', { values: { days: guideReachBackSec / daySec } })
      const snapshot = api.television.now()
      const isAbroad = regionOf(request) === 'outside'
      const to = from + guideTileSec
      const item = cids.flatMap((cid) => {
        const channel = snapshot.channel(cid)
        if (channel === undefined || (isAbroad && channel.worldPlace === null)) return []
        const result = snapshot.guide.window(cid, from * 1000, to * 1000)
        return [{ cid, programs: { item: result.map((one) => presentInTile(one, view)) } }]
      })
      return respond({ from, to, channels: { item } })
    },
  })
}

function presentInTile(programme: ProgrammeRecord, view: GuideView): TileProgramme {
  return {
    pid: programme.pid,
    begin_time: Math.floor(programme.beginMs / 1000),
    end_time: Math.floor(programme.endMs / 1000),
    title: inLanguage(programme.title, view.language),
    ...presentEpisode(programme, view.language),
    genre: programme.genreCode ?? 0,
    age_rating: programme.ageRating,
    is_watchable: isWatchable(programme, view) ? 1 : 0,
  }
}
