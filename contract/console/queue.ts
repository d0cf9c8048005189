/** The packaging queue as the staff sees and steers it. */
import * as z from 'zod/mini'
import { text } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** Why a film is not packaged now; each has a remedy in the console. */
export const packagingReasons = [
  ...['missing', 'no_rights', 'empty', 'not_a_video', 'no_video', 'unknown_picture', 'unreadable'],
  ...['too_slow', 'stalled', 'no_room', 'encoder_failed', 'not_verified', 'crashed', 'failed', 'changed'],
] as const

export const queueStates = ['running', 'waiting', 'refused', 'removed', 'ready'] as const

/** Where a film is moved; `before` another one, to take a move back. */
export const queuePlaces = ['first', 'up', 'down', 'last', 'before'] as const

const QueuedFilm = z.object({
  asset_id: z.string(),
  /** The title, and the episode. */
  name: z.string(),
  /** Its title in the catalogue; null when it is in none. */
  vid: z.nullable(z.int()),
  state: z.enum(queueStates),
  /** `playable`: it is to become playable. `better`: it plays, and gets better pictures. */
  step: z.enum(['playable', 'better']),
  /** It waits until somebody continues it; the whole queue may be paused besides. */
  is_paused: z.boolean(),
  /** 0 to 1 of the whole work. */
  fraction: z.number(),
  /** What is being made: a rendition, or a stage of the work; '' when nothing is. */
  stage: z.string(),
  /** When the running step began, unix seconds. */
  started_at: z.nullable(z.int()),
  /** The work of all steps so far, with the running one. */
  spent_sec: z.int(),
  left_sec: z.nullable(z.int()),
  /** 0 when unknown. */
  length_sec: z.int(),
  /** The machine and the process; null when it does not run. */
  worker: z.nullable(z.object({ host: z.string(), process: z.string(), attempt: z.int() })),
  /** The file. */
  source: z.string(),
  /** In English; what the warnings were for a finished film. */
  reason: z.string(),
  reason_kind: z.enum(['', ...packagingReasons]),
  /** It is not begun before, unix seconds. */
  not_before: z.nullable(z.int()),
  /** When the state last changed, unix seconds. */
  changed_at: z.int(),
})

const view = { section: 'films', level: 'view' } as const
const edit = { section: 'films', level: 'edit' } as const
const film = { asset_id: text(64, 1) }
const One = z.object({ asset_id: z.string(), name: z.string() })

export const consoleQueue = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/films/queue',
    permission: view,
    summary:
      'The packaging queue in its order: what runs, waits, was refused, removed, or was finished today',
    input: z.object({}),
    output: z.object({
      films: z.array(QueuedFilm),
      /** Of all films; the list has at most some hundred of each. `ready`: in the last day. */
      counts: z.record(z.enum(queueStates), z.int()),
      /** When the whole queue was paused, unix seconds; null when it is not. */
      paused_at: z.nullable(z.int()),
      /** '' for the command line. */
      paused_by: z.string(),
      /** Of all films; null before one was measured. */
      left_sec: z.nullable(z.int()),
    }),
  }),
  retry: consoleEndpoint({
    method: 'POST',
    path: '/films/queue/retry',
    permission: edit,
    summary: 'Tries a refused film again, puts a removed one back, or has one that waits tried now',
    input: z.object(film),
    output: One,
    failures: ['queue_film_not_found', 'queue_film_busy', 'queue_source_gone', 'queue_import_again'],
  }),
  move: consoleEndpoint({
    method: 'POST',
    path: '/films/queue/move',
    permission: edit,
    summary: 'Gives a waiting film another place in the order',
    input: z.object({
      ...film,
      to: z.enum(queuePlaces),
      /** For `before`: the film that follows it then; '' for none. */
      before: z._default(text(64), ''),
    }),
    output: z.object({
      asset_id: z.string(),
      name: z.string(),
      /** The film that followed it before; '' when it was the last. */
      followed_by: z.string(),
    }),
    failures: ['queue_film_not_found', 'queue_film_busy'],
  }),
  pause: consoleEndpoint({
    method: 'POST',
    path: '/films/queue/pause',
    permission: edit,
    summary: 'Pauses a film; a running one stops, and what was made of it stays',
    input: z.object(film),
    output: One,
    failures: ['queue_film_not_found', 'queue_film_over'],
  }),
  resume: consoleEndpoint({
    method: 'POST',
    path: '/films/queue/resume',
    permission: edit,
    summary: 'Continues a paused film',
    input: z.object(film),
    output: One,
    failures: ['queue_film_not_found', 'queue_film_over'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/films/queue/remove',
    permission: edit,
    summary: 'Takes a film out of the queue; what was packaged stays, and it can be put back',
    input: z.object(film),
    output: One,
    failures: ['queue_film_not_found', 'queue_film_over'],
  }),
  pauseAll: consoleEndpoint({
    method: 'POST',
    path: '/films/queue/pause-all',
    permission: edit,
    summary: 'Pauses the whole queue; running films stop',
    input: z.object({}),
    output: z.object({ paused_at: z.int() }),
  }),
  resumeAll: consoleEndpoint({
    method: 'POST',
    path: '/films/queue/resume-all',
    permission: edit,
    summary: 'Continues the queue; films that are paused by themselves stay paused',
    input: z.object({}),
    output: z.object({ films: z.int() }),
  }),
}
