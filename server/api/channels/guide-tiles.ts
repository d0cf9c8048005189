/** Tiles of the guide: six hours of up to 25 channels, independent of the viewer. */
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { guideView } from './guide-view.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import {
  guide,
  guideReachAheadSec,
  guideReachBackSec,
  guideTileSec,
  type TileProgramme,
} from '#contract/channels/guide.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type ProgrammeRecord,
  type TelevisionSnapshot,
  inLanguage,
  isWatchable,
} from '#server/television/television.ts'
import { lockOf, presentEpisode, type GuideView } from './present.ts'

const daySec = 86_400

/** Whether a tile that starts then overlaps the guide. */
function isWithinGuide(fromSec: number, nowSec: number): boolean {
  return fromSec + guideTileSec > nowSec - guideReachBackSec && fromSec < nowSec + guideReachAheadSec
}

/** The guide in tiles, each the same for every client of one region. */
export function guideTileEndpoints(
  api: Uses<{ clock: 'nowMs'; engine: 'hasRecording'; television: 'now' }>,
): readonly BoundEndpoint[] {
  return bindEndpoints('guide', guide, {
    tile: ({ from, cids }, request) => {
      const view = guideView(api, request.language)
      if (!isWithinGuide(from, Math.floor(view.nowMs / 1000)))
        return reject('outside_guide', { values: { days: guideReachBackSec / daySec } })
      const to = from + guideTileSec
      const television = api.television.now()
      const listed = listIds(television, cids, regionOf(request))
      const loaded = loadProgrammes(television, listed, { fromMs: from * 1000, toMs: to * 1000 })
      return respond({ from, to, channels: { item: presentTile(loaded, television, view) } })
    },
  })
}

/** Those of the channels that are shown in the client's region. */
function listIds(
  television: TelevisionSnapshot,
  cids: readonly number[],
  region: 'inside' | 'outside',
): readonly number[] {
  return cids.filter((cid) => {
    const channel = television.channel(cid)
    return channel !== undefined && (region === 'inside' || channel.worldPlace !== null)
  })
}

interface ChannelProgrammes {
  readonly cid: number
  readonly programmes: readonly ProgrammeRecord[]
}

function loadProgrammes(
  { guide: programmes }: TelevisionSnapshot,
  cids: readonly number[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly ChannelProgrammes[] {
  return cids.map((cid) => ({ cid, programmes: programmes.window(cid, fromMs, toMs) }))
}

/** No viewer's rights are applied: a tile is the same for every client of one region whose profile has no limits. */
function presentTile(
  channels: readonly ChannelProgrammes[],
  television: TelevisionSnapshot,
  view: GuideView,
) {
  return channels.map(({ cid, programmes }) => ({
    cid,
    programs: {
      item: programmes.map((one) => ({ ...presentInTile(one, view), ...lockOf(one, television) })),
    },
  }))
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
