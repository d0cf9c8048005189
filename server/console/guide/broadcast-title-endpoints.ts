/** Films and series of the guide in the console: what they match, and what is decided by hand. */
import {
  consoleBroadcastTitles as endpoints,
  type BroadcastTitleItem,
} from '#contract/console/broadcast-titles.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  decideTitle,
  type DecisionRequest,
  effectiveVid,
  listStaffTitles,
  type StaffBroadcastTitle,
} from '#server/broadcast-titles/broadcast-titles.ts'
import { type LiveCatalogue, type Snapshot, nameOf } from '#server/catalogue/catalogue.ts'
import { type ConsoleCall, bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export interface BroadcastTitleDeps extends ContentDeps {
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly settings: Pick<Settings, 'EKRAN_BROADCAST_TITLES' | 'EKRAN_BROADCAST_TITLE_SCORE'>
}

export function broadcastTitleEndpoints(deps: BroadcastTitleDeps): readonly BoundEndpoint[] {
  const { db, catalogue, settings } = deps
  const decide = async (id: number, request: DecisionRequest, call: ConsoleCall) => {
    const outcome = await decideTitle(db, id, request, authorOf(call, deps))
    if (outcome.kind === 'changed') await recordSet(deps, 'broadcast_title_decided', call, outcome.changeId)
    return outcome
  }
  return bindConsole('consoleBroadcastTitles', endpoints, {
    list: async ({ view, query = '', page, limit }) => {
      const minScore = settings.EKRAN_BROADCAST_TITLE_SCORE
      const { titles, counts } = await listStaffTitles(db, { view, query, page, limit, minScore })
      const snapshot = catalogue.now()
      return respond({
        titles: titles.map((title) => present(title, snapshot, minScore)),
        counts: { ...counts },
        page,
        last_page: Math.max(1, Math.ceil(counts[view] / limit)),
        is_on: settings.EKRAN_BROADCAST_TITLES,
        min_score: minScore,
      })
    },
    confirm: async ({ id }, call) => {
      const outcome = await decide(id, { kind: 'confirm' }, call)
      if (outcome.kind === 'unmatched') return reject('broadcast_title_unmatched')
      if (outcome.kind !== 'changed') return reject('broadcast_title_not_found')
      return respond({ change_id: outcome.changeId })
    },
    attach: async ({ id, vid }, call) => {
      const outcome = await decide(id, { kind: 'attach', vid }, call)
      if (outcome.kind === 'unknown_title') return reject('film_not_found')
      if (outcome.kind !== 'changed') return reject('broadcast_title_not_found')
      return respond({ change_id: outcome.changeId })
    },
    detach: async ({ id }, call) => {
      const outcome = await decide(id, { kind: 'detach' }, call)
      if (outcome.kind !== 'changed') return reject('broadcast_title_not_found')
      return respond({ change_id: outcome.changeId })
    },
    reset: async ({ id }, call) => {
      const outcome = await decide(id, { kind: 'reset' }, call)
      if (outcome.kind !== 'changed') return reject('broadcast_title_not_found')
      return respond({ change_id: outcome.changeId })
    },
  })
}

function present(title: StaffBroadcastTitle, snapshot: Snapshot, minScore: number): BroadcastTitleItem {
  const { id, kind, year, broadcasts, score, decision } = title
  return {
    ...{ id, kind, year, broadcasts, score, decision },
    name: title.nameRu || title.nameUz,
    last_end_at: Math.floor(title.lastEndMs / 1000),
    reasons: [...title.reasons],
    match: presentTitle(title.matchedVid, snapshot),
    decided: presentTitle(title.decidedVid, snapshot),
    shown_vid: effectiveVid(title, minScore) ?? 0,
    staff_name: title.staffName,
  }
}

function presentTitle(vid: number | null, snapshot: Snapshot): BroadcastTitleItem['match'] {
  const title = vid === null ? undefined : snapshot.anyTitle(vid)
  if (title === undefined) return null
  return {
    vid: title.vid,
    name: nameOf(title, 'ru'),
    original_name: title.name.original,
    year: title.year,
    is_series: title.isSeries,
    poster: pictureAddress('poster', title.vid, title.poster, 160),
  }
}
