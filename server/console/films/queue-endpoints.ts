/** The packaging queue in the console. */
import { consoleQueue as endpoints } from '#contract/console/queue.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { titlesOfAssets } from '#server/catalogue/catalogue.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import type { ContentDeps } from '#server/console/changes/record-set.ts'
import {
  type RetryDeps,
  type Steered,
  moveInQueue,
  pauseFilm,
  pauseQueue,
  readQueue,
  removeFilm,
  resumeFilm,
  resumeQueue,
  retryFilm,
} from '#server/imports/imports.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { presentQueue } from './present-queue.ts'
import { recordFilm } from './record-film.ts'

export type QueueEndpointDeps = ContentDeps & RetryDeps

export function queueEndpoints(deps: QueueEndpointDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleQueue', endpoints, queueHandlers(deps))
}

function queueHandlers(deps: QueueEndpointDeps): ConsoleHandlers<typeof endpoints> {
  const { db, clock } = deps
  return {
    list: async () => {
      const queue = await readQueue(db, clock.nowMs())
      const titles = await titlesOfAssets(
        db,
        queue.films.map(({ row }) => row.asset_id),
      )
      return respond(presentQueue(queue, titles))
    },
    retry: async ({ asset_id: assetId }, call) => {
      const outcome = await retryFilm(deps, assetId)
      if (outcome.kind === 'not_found') return reject('queue_film_not_found')
      if (outcome.kind === 'busy') return reject('queue_film_busy')
      if (outcome.kind === 'source_gone')
        return reject('queue_source_gone', { values: { path: outcome.path } })
      if (outcome.kind === 'import_again')
        return reject('queue_import_again', { values: { why: outcome.why || '—' } })
      return recorded(deps, call, 'packaging_retried', outcome.row)
    },
    move: async ({ asset_id: assetId, to, before }, call) => {
      const place = to === 'before' ? { to, assetId: before } : { to }
      const outcome = await moveInQueue(deps, assetId, place)
      if (outcome.kind !== 'done')
        return reject(outcome.kind === 'busy' ? 'queue_film_busy' : 'queue_film_not_found')
      const { row, followedBy } = outcome
      await recordFilm(deps, call, 'packaging_moved', {
        subject: row.asset_id,
        after: { name: row.name, to },
      })
      return respond({ asset_id: row.asset_id, name: row.name, followed_by: followedBy })
    },
    pause: async ({ asset_id: assetId }, call) =>
      steered(deps, call, 'packaging_paused', await pauseFilm(db, assetId)),
    resume: async ({ asset_id: assetId }, call) =>
      steered(deps, call, 'packaging_continued', await resumeFilm(deps, assetId)),
    remove: async ({ asset_id: assetId }, call) =>
      steered(deps, call, 'packaging_removed', await removeFilm(db, assetId)),
    pauseAll: async (_, call) => {
      await pauseQueue(db, call.staff.name)
      await recordFilm(deps, call, 'packaging_queue_paused', { subject: 'queue' })
      return respond({ paused_at: Math.floor(clock.nowMs() / 1000) })
    },
    resumeAll: async (_, call) => {
      const films = await resumeQueue(deps)
      await recordFilm(deps, call, 'packaging_queue_continued', { subject: 'queue', after: { films } })
      return respond({ films })
    },
  }
}

async function steered(deps: QueueEndpointDeps, call: ConsoleCall, event: string, outcome: Steered) {
  if (outcome.kind === 'done') return recorded(deps, call, event, outcome.row)
  return reject(outcome.kind === 'not_found' ? 'queue_film_not_found' : 'queue_film_over')
}

async function recorded(
  deps: QueueEndpointDeps,
  call: ConsoleCall,
  event: string,
  { asset_id: assetId, name }: { readonly asset_id: string; readonly name: string },
) {
  await recordFilm(deps, call, event, { subject: assetId, after: { name } })
  return respond({ asset_id: assetId, name })
}
