/** The packaging queue in the contract's shape. */
import type { consoleQueue } from '#contract/console/queue.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { FilmQueue, QueuedFilm } from '#server/imports/imports.ts'

type Queue = ResponseOf<typeof consoleQueue.list>

export function presentQueue(queue: FilmQueue, titles: ReadonlyMap<string, number>): Queue {
  return {
    films: queue.films.map((film) => presentFilm(film, titles.get(film.row.asset_id) ?? null)),
    counts: queue.counts,
    paused_at: secondsOf(queue.pausedAtMs),
    paused_by: queue.pausedBy,
    left_sec: secondsOf(queue.leftMs),
  }
}

function presentFilm(film: QueuedFilm, vid: number | null): Queue['films'][number] {
  const { row, reason, worker } = film
  return {
    ...{ asset_id: row.asset_id, name: row.name, vid, state: row.state, step: row.step },
    is_paused: row.paused_at !== null,
    fraction: row.fraction,
    stage: row.state === 'running' ? row.rendition : '',
    started_at: row.state === 'running' ? secondsOf(row.begun_at?.getTime()) : null,
    spent_sec: Math.round(film.spentMs / 1000),
    left_sec: secondsOf(film.leftMs),
    length_sec: Math.round(row.duration_ms / 1000),
    worker: worker ?? null,
    source: row.source_path,
    ...{ reason, reason_kind: row.reason_kind },
    not_before: secondsOf(row.not_before?.getTime()),
    changed_at: Math.floor(row.changed_at.getTime() / 1000),
  }
}

function secondsOf(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : Math.floor(ms / 1000)
}
