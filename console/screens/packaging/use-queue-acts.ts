/** Acts on the queue: sent, confirmed, and taken back from the message. */
import { useQueryClient } from '@tanstack/react-query'
import type { ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import { consoleFilms } from '#contract/console/films.ts'
import { consoleOverview } from '#contract/console/overview.ts'
import { consoleQueue, type queuePlaces } from '#contract/console/queue.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { showToast } from '#console/ui/toast.tsx'
import { useQueueText } from './queue-text.ts'

export type QueuedFilm = ResponseOf<typeof consoleQueue.list>['films'][number]

const shows: readonly ConsoleEndpoint[] = [consoleQueue.list, consoleFilms.list, consoleOverview.needs]

export interface QueueActs {
  move(film: QueuedFilm, to: Exclude<(typeof queuePlaces)[number], 'before'>): Promise<boolean>
  pause(film: QueuedFilm): Promise<boolean>
  resume(film: QueuedFilm): Promise<boolean>
  remove(film: QueuedFilm): Promise<boolean>
  /** Also puts a removed film back. */
  retry(film: QueuedFilm): Promise<boolean>
  pauseAll(): Promise<boolean>
  resumeAll(): Promise<boolean>
}

export function useQueueActs(): QueueActs {
  const t = useQueueText()
  const client = useQueryClient()
  const send = async <E extends ConsoleEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    onDone: (data: ResponseOf<E>) => void,
  ): Promise<boolean> => {
    try {
      onDone(await call(endpoint, input))
      return true
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
      return false
    } finally {
      await Promise.all(shows.map((shown) => client.invalidateQueries({ queryKey: keyOf(shown) })))
    }
  }
  /** Takes an act back by another one. */
  const undo =
    <E extends ConsoleEndpoint>(endpoint: E, input: InputOf<E>) =>
    () =>
      void send(endpoint, input, () => showToast(t('doneBack')))
  const onOne =
    (
      act: 'pause' | 'resume' | 'remove' | 'retry',
      text: 'donePause' | 'doneResume' | 'doneRemove' | 'doneRetry',
      back?: 'pause' | 'resume' | 'remove' | 'retry',
    ) =>
    (film: QueuedFilm) => {
      const input = { asset_id: film.asset_id }
      const message = t(text, { name: film.name })
      return send(consoleQueue[act], input, () =>
        showToast(message, back === undefined ? {} : { onUndo: undo(consoleQueue[back], input) }),
      )
    }
  return {
    move: (film, to) =>
      send(consoleQueue.move, { asset_id: film.asset_id, to }, ({ followed_by: before }) =>
        showToast(t('doneMove', { name: film.name }), {
          onUndo: undo(consoleQueue.move, { asset_id: film.asset_id, to: 'before', before }),
        }),
      ),
    pause: onOne('pause', 'donePause', 'resume'),
    resume: onOne('resume', 'doneResume', 'pause'),
    remove: onOne('remove', 'doneRemove', 'retry'),
    retry: (film) => onOne('retry', 'doneRetry', film.state === 'removed' ? 'remove' : undefined)(film),
    pauseAll: () =>
      send(consoleQueue.pauseAll, {}, () =>
        showToast(t('pausedToast'), { onUndo: undo(consoleQueue.resumeAll, {}) }),
      ),
    resumeAll: () =>
      send(consoleQueue.resumeAll, {}, () =>
        showToast(t('resumedToast'), { onUndo: undo(consoleQueue.pauseAll, {}) }),
      ),
  }
}
