/** The seasons and episodes of series in the console. */
import { consoleEpisodes } from '#contract/console/episodes.ts'
import { type ResponseOf, reject, respond } from '#contract/form/endpoint.ts'
import {
  type EpisodesChanged,
  type StaffEpisode,
  type TerritoryWindow,
  type WindowsChanged,
  editEpisode,
  hideEpisodes,
  listStaffEpisodes,
  moveEpisodes,
  numberAsFiles,
  releaseEpisode,
  setPartWindows,
} from '#server/catalogue/catalogue.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { followEpisodes } from '#server/editing/editing.ts'
import { presentWindowList, presentWindows, windowsOfInput } from './present-films.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { PlayableFiles } from '#server/playback/playback.ts'

export interface EpisodeDeps extends ContentDeps {
  readonly engine: Pick<PlayableFiles, 'describeAsset'>
}

export function episodeEndpoints(deps: EpisodeDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleEpisodes', consoleEpisodes, handlersOf(deps))
}

function handlersOf(deps: EpisodeDeps): ConsoleHandlers<typeof consoleEpisodes> {
  const { db, engine } = deps
  const who = (call: ConsoleCall) => ({ ...authorOf(call, deps), follow: followEpisodes })
  const answer = async (
    outcome: Extract<EpisodesChanged | WindowsChanged, { readonly kind: 'changed' }>,
    call: ConsoleCall,
  ) => {
    await recordSet(deps, 'films_edited', call, outcome.changeId)
    return respond({ change_id: outcome.changeId, changed: outcome.changed })
  }
  const since = (by: string) => reject('changed_since', { values: { who: by || '—' } })
  return {
    list: async ({ vid }) => {
      const listed = await listStaffEpisodes(db, vid)
      if (listed === undefined) return reject('film_not_found')
      const nowMs = deps.clock.nowMs()
      const episodes = listed.episodes.map((one) =>
        presentEpisode(one, engine.describeAsset(one.assetId), nowMs),
      )
      const seasons = listed.seasons.map((one) => ({ number: one.number, ...presentPart(one, nowMs) }))
      return respond({ version: listed.version, seasons, episodes })
    },
    move: async ({ vid, version, ids, season, number, to_vid: into }, call) => {
      const target = { vid: into, season, number }
      const outcome = await moveEpisodes(db, { vid, version, ids, target }, who(call))
      if (outcome.kind === 'changed_since') return since(outcome.who)
      if (outcome.kind === 'no_series') return reject('not_a_series')
      if (outcome.kind === 'full') return reject('episode_number_high')
      return outcome.kind === 'changed' ? answer(outcome, call) : reject('episode_not_found')
    },
    reset: async ({ vid, version }, call) => {
      const outcome = await numberAsFiles(db, { vid, version }, who(call))
      if (outcome.kind === 'changed_since') return since(outcome.who)
      return outcome.kind === 'changed' ? answer(outcome, call) : reject('film_not_found')
    },
    save: async ({ vid, id, version, ...texts }, call) => {
      const outcome = await editEpisode(db, { vid, id, version, texts }, who(call))
      if (outcome.kind === 'changed_since') return since(outcome.who)
      return outcome.kind === 'changed' ? answer(outcome, call) : reject('episode_not_found')
    },
    release: async ({ vid, id }, call) => {
      const outcome = await releaseEpisode(db, { vid, id }, who(call))
      return outcome.kind === 'changed' ? answer(outcome, call) : reject('episode_not_found')
    },
    windows: async ({ vid, season, id, version, windows }, call) => {
      const part = id === null ? { season } : { episode: id }
      const input = { vid, part, version, windows: windowsOfInput(windows) }
      const outcome = await setPartWindows(db, input, authorOf(call, deps))
      if (outcome.kind === 'changed_since') return since(outcome.who)
      if (outcome.kind === 'period') return reject('period_wrong')
      if (outcome.kind === 'overlap') return reject('windows_overlap')
      return outcome.kind === 'changed' ? answer(outcome, call) : reject('episode_not_found')
    },
    hide: async ({ vid, ids, is_hidden: isHidden }, call) => {
      const outcome = await hideEpisodes(db, { vid, ids, isHidden }, who(call))
      return outcome.kind === 'changed' ? answer(outcome, call) : reject('episode_not_found')
    },
  }
}

interface Part {
  readonly windows: readonly TerritoryWindow[]
  readonly windowsVersion: string
}

function presentPart({ windows, windowsVersion }: Part, nowMs: number) {
  return {
    ...{ windows: presentWindowList(windows), window: presentWindows(windows, nowMs) },
    windows_version: windowsVersion,
  }
}

function presentEpisode(
  episode: StaffEpisode,
  asset: ReturnType<EpisodeDeps['engine']['describeAsset']>,
  nowMs: number,
): ResponseOf<typeof consoleEpisodes.list>['episodes'][number] {
  const { id, version, season, number, last, texts, durationMs, isHidden, locked, source } = episode
  return {
    ...{ id, version, season, number, last_number: last },
    ...texts,
    aired_on: episode.airedOn,
    ...presentPart(episode, nowMs),
    duration_sec: Math.round((asset?.durationMs ?? durationMs) / 1000),
    is_ready: asset !== undefined,
    is_hidden: isHidden,
    is_edited: locked.length > 0,
    source: source ?? null,
  }
}
