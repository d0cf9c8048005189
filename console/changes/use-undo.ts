/** Taking a set of changes back, from wherever it was made. */
import { useQueryClient } from '@tanstack/react-query'
import { consoleBlackouts } from '#contract/console/blackouts.ts'
import { type changeSections, consoleChanges } from '#contract/console/changes.ts'
import { consoleCities } from '#contract/console/cities.ts'
import { consoleChannels } from '#contract/console/channels.ts'
import { consoleEdges } from '#contract/console/edges.ts'
import { consoleEpisodes } from '#contract/console/episodes.ts'
import { consoleFilmMedia } from '#contract/console/film-media.ts'
import { consoleFilms } from '#contract/console/films.ts'
import { consoleFolders } from '#contract/console/folders.ts'
import { consoleCollections } from '#contract/console/collections.ts'
import { consoleBroadcastTitles } from '#contract/console/broadcast-titles.ts'
import { consoleGenres } from '#contract/console/genres.ts'
import { consoleGuide } from '#contract/console/guide.ts'
import { consoleGuideDrafts } from '#contract/console/guide-drafts.ts'
import { consoleHome } from '#contract/console/home.ts'
import { consoleImports } from '#contract/console/imports.ts'
import { consoleLogos } from '#contract/console/logos.ts'
import { consoleNotices } from '#contract/console/notices.ts'
import { consolePeople } from '#contract/console/people.ts'
import { consoleOutsideServices } from '#contract/console/outside-services.ts'
import { consolePages } from '#contract/console/pages.ts'
import { consoleOverview } from '#contract/console/overview.ts'
import { consoleService } from '#contract/console/service.ts'
import { consoleTariffs } from '#contract/console/tariffs.ts'
import { consoleTimeline } from '#contract/console/timeline.ts'
import { consoleBanners, consoleNews } from '#contract/console/site-content.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { showToast } from '#console/ui/toast.tsx'
import { isNamed, useChangeText } from './change-text.ts'

type Undone = ResponseOf<typeof consoleChanges.undo>

/** What is different after content was changed. */
const changed = [
  consoleChannels.list,
  consoleChannels.one,
  consoleChannels.duplicates,
  consoleLogos.missing,
  consoleChanges.list,
  consoleImports.list,
  consoleImports.one,
  consoleFilms.list,
  consoleFilms.one,
  consoleFilms.trailers,
  consoleEpisodes.list,
  consoleFilmMedia.files,
  consoleFolders.places,
  consoleFolders.list,
  consoleFolders.one,
  consolePeople.list,
  consolePeople.doubles,
  consolePeople.one,
  consoleBanners.list,
  consoleBlackouts.list,
  consoleHome.list,
  consoleHome.preview,
  consoleCollections.list,
  consoleCollections.one,
  consoleNews.list,
  consoleNews.one,
  consoleNotices.list,
  consolePages.list,
  consolePages.one,
  consolePages.versions,
  consoleService.list,
  consoleService.show,
  consoleCities.list,
  consoleCities.networks,
  consoleEdges.list,
  consoleOverview.needs,
  consoleOutsideServices.list,
  consoleTimeline.channel,
  consoleGuide.sources,
  consoleGenres.list,
  consoleBroadcastTitles.list,
  consoleTariffs.list,
  consoleTariffs.one,
  consoleTariffs.history,
  consoleGuideDrafts.list,
  consoleGuideDrafts.one,
  consoleGuideDrafts.programmes,
  consoleGuideDrafts.schedule,
]

/** The section of a set of changes. */
export type ChangedSection = (typeof changeSections)[number]

/** Each section has its own permission to take something back. */
const undoOf = {
  billing: consoleTariffs.undo,
  channels: consoleChanges.undo,
  films: consoleFilms.undo,
  guide: consoleTimeline.undo,
  health: consoleNotices.undo,
  home: consoleBanners.undo,
  news: consoleNews.undo,
  services: consoleOutsideServices.undo,
  settings: consoleService.undo,
} as const satisfies Record<ChangedSection, unknown>

/** A guide of a hundred thousand programmes takes half a minute. */
const longMs = 5 * 60_000
/** How many conflicts a message names. */
const maxNamed = 3

/** Reads again whatever a change of content may have made different. */
export function useContentRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(changed.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
  }
}

type Undo = (changeId: number, section?: ChangedSection, what?: string) => Promise<Undone | undefined>

/**
 * Takes a set back and says so; undefined when it was refused. What stays as it is, is in the result. With `what`, the
 * message names it and offers to return it.
 */
export function useUndo(): Undo {
  const t = useChangeText()
  const refresh = useContentRefresh()
  const undo: Undo = async (changeId, section = 'channels', what = '') => {
    try {
      const undone = await call(undoOf[section], { change_id: changeId }, { limitMs: longMs })
      const { conflicts } = undone
      const { change_id: undoId } = undone
      const done = what === '' ? t('undone') : t('undoneSet', { what })
      const text = undoId === null ? t('undoneNothing') : done
      const left = conflicts.slice(0, maxNamed).map(({ label, field }) => {
        const key = `field.${field}`
        return isNamed(key) ? `${label} (${t(key as 'field.number')})` : label
      })
      if (conflicts.length > maxNamed) left.push(t('more', { count: conflicts.length - maxNamed }))
      const isReturnable = what !== '' && undoId !== null
      showToast(
        left.length === 0 ? text : `${text}. ${t('conflicts')}: ${left.join(', ')}`,
        isReturnable ? { onUndo: () => void undo(undoId, section), undoLabel: t('returnSet') } : {},
      )
      return undone
    } catch (error) {
      if (error instanceof Error) showToast(error.message, { isProblem: true })
      return undefined
    } finally {
      await refresh()
    }
  }
  return undo
}
