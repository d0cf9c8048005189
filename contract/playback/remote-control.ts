/** A phone as the keyboard and remote control of a television of the same account (REMOTE-02). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { formNamed } from '#contract/form/field-forms.ts'
import { answeredFlag, flag, id, siteInput as input, text, whole } from '#contract/form/fields.ts'
import { matchPage, type PageName } from '#contract/form/pages.ts'

/** Maximum position in seconds: in a film, or of the wall clock on a channel. */
const maxSec = 4_102_444_800
const maxTracks = 60
/** The maximum length of a search (`queryMax`). */
const maxText = 200

/** What a phone may open on a television: pages with content, never money, passwords or devices. */
const openedPages: ReadonlySet<PageName> = new Set([
  'home',
  'newMovies',
  'serials',
  'kids',
  'uzbek',
  'uzbekList',
  'collection',
  'person',
  'search',
  'movie',
  'tv',
  'channel',
  'tvArchive',
])

/** Whether a path of the site, with its query, may be opened on a television from another device. */
export function isOpenedByRemote(path: string): boolean {
  if (!/^\/(?!\/)[^\s\\#]*$/.test(path)) return false
  const page = matchPage(path.replace(/\?.*$/, ''))
  return page !== null && openedPages.has(page.name)
}

export const remoteKeys = ['up', 'down', 'left', 'right', 'ok', 'back'] as const
export type RemoteKey = (typeof remoteKeys)[number]

export const RemoteCommand = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    path: z
      .string()
      .check(z.maxLength(300), z.refine(isOpenedByRemote, { error: formNamed('page_of_remote') })),
  }),
  z.object({ kind: z.literal('search'), text: z.string().check(z.maxLength(maxText)) }),
  z.object({ kind: z.enum(['play', 'pause', 'stop']) }),
  z.object({ kind: z.literal('seek'), position_sec: whole(0, maxSec) }),
  z.object({ kind: z.literal('audio'), track_id: text(100, 1) }),
  /** An empty `track_id` turns subtitles off. */
  z.object({ kind: z.literal('subtitles'), track_id: text(100) }),
  z.object({ kind: z.literal('key'), key: z.enum(remoteKeys) }),
])
export type RemoteCommand = z.output<typeof RemoteCommand>

const ReportedTrack = z.object({
  id: text(100, 1),
  name: text(100),
  /** ISO 639, or `und`. */
  language: text(40),
  is_active: flag(),
})

/** The state that a television reports. */
export const ReportedState = z.object({
  /** The path of the page, without its query. */
  page: text(200),
  /** The search text on it; '' elsewhere. */
  search: z.string().check(z.maxLength(maxText)),
  playing: z.nullable(
    z.object({
      kind: z.enum(['film', 'channel']),
      /** The film's `vid` or the channel's `cid`. */
      id: id(),
      title: text(300),
      subtitle: text(300),
      /** Seconds from the film's start, or wall-clock time in unix seconds on a channel. */
      position_sec: whole(0, maxSec),
      /** Null on a channel. */
      duration_sec: z.nullable(whole(0, maxSec)),
      is_paused: flag(),
      audio: z.array(ReportedTrack).check(z.maxLength(maxTracks)),
      subtitles: z.array(ReportedTrack).check(z.maxLength(maxTracks)),
    }),
  ),
})
export type ReportedState = z.output<typeof ReportedState>

const Track = z.object({ id: z.string(), name: z.string(), language: z.string(), is_active: answeredFlag })

export const TelevisionState = z.object({
  page: z.string(),
  search: z.string(),
  playing: z.nullable(
    z.object({
      kind: z.enum(['film', 'channel']),
      id: z.int(),
      title: z.string(),
      subtitle: z.string(),
      position_sec: z.int(),
      duration_sec: z.nullable(z.int()),
      is_paused: answeredFlag,
      audio: z.array(Track),
      subtitles: z.array(Track),
    }),
  ),
})
export type TelevisionState = z.output<typeof TelevisionState>

/** `none`: this device has not tried to control the television yet; `asking`: the television shows the question. */
export const Consent = z.enum(['none', 'asking', 'allowed', 'denied'])

export const Television = z.object({
  device_id: z.int(),
  /** The name given by its owner, or ''. */
  name: z.string(),
  model: z.string(),
  consent: Consent,
  /** Null until its first report, and until it is controlled from here: what plays is not shown to other devices. */
  state: z.nullable(TelevisionState),
  /** When the state was reported, unix seconds; 0 without one. */
  reported_at: z.int(),
})
export type Television = z.output<typeof Television>

const Controller = z.object({
  device_id: z.int(),
  kind: z.enum(['tv', 'phone', 'tablet', 'computer', 'other']),
  name: z.string(),
  model: z.string(),
  /** When it requested control last, unix ms: a repeated request is another question. */
  requested_at: z.int(),
})
export type Controller = z.output<typeof Controller>

/** Device ids or command numbers, separated by commas. */
function ids() {
  return z.string().check(z.maxLength(400), z.regex(/^(\d{1,15}(,\d{1,15}){0,24})?$/, formNamed('id_list')))
}

export const remoteControl = {
  commands: endpoint({
    path: '/api/v1/remote/commands',
    envelope: 'data',
    access: 'viewer',
    summary:
      'Long poll of a television for commands and for devices that want to control it; responds at once when there are any, or after 25 s',
    input: input({
      /** 1 in the first request of a page: earlier commands are dropped, and the response comes at once. */
      is_start: z._default(flag(), 0),
      /** The received commands, so that they are not sent again. */
      done: z.optional(ids()),
      /** The devices whose question has been received. */
      asking: z.optional(ids()),
      /** Their `requested_at`, in the same order. Without it, a repeated request of a device is not reported again. */
      requested_at: z.optional(ids()),
    }),
    output: z.object({
      commands: z.array(z.object({ id: z.int(), command: RemoteCommand })),
      asking: z.array(Controller),
    }),
    waitsSec: 25,
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/v1/remote/report',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'A television reports what it shows, or with is_on 0 that it is no longer in use',
    input: input({ is_on: flag(), state: z.nullable(ReportedState) }),
    output: z.object({}),
    failures: ['too_many_requests'],
    // At most once a second, from each of five devices.
    rateLimits: [{ name: 'remote-report', per: 'account', attempts: 300, perSec: 60 }],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/v1/remote/consents/decide',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'A television lets a device control it (allow 1) or does not (0)',
    input: input({ controller: id(), allow: flag() }),
    output: z.object({}),
    failures: ['device_not_found'],
  }),
  televisions: endpoint({
    path: '/api/v1/remote/televisions',
    envelope: 'data',
    access: 'viewer',
    summary:
      'The televisions of the account that are on; with `seen`, the tag of the previous response, it waits up to 25 s for a change',
    input: input({ seen: z.optional(z.string().check(z.maxLength(64))) }),
    output: z.object({ tag: z.string(), televisions: z.array(Television) }),
    waitsSec: 25,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/v1/remote/send',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary:
      'Sends a command to a television. The first one of a device asks for consent there and is not executed',
    input: input({
      tv: id(),
      command: RemoteCommand,
      /** Increases with every command of this device. A number not above the last accepted one is not executed. */
      sequence: whole(1, 999_999_999_999_999),
    }),
    output: z.object({ state: z.enum(['sent', 'asking']) }),
    failures: [
      'device_not_found',
      'television_off',
      'remote_control_denied',
      'remote_queue_full',
      'too_many_requests',
    ],
    rateLimits: [{ name: 'remote-send', per: 'account', attempts: 300, perSec: 60 }],
  }),
  consents: endpoint({
    path: '/api/v1/remote/consents',
    envelope: 'data',
    access: 'viewer',
    summary: 'Which devices of the account may control which of its televisions, and which may not',
    input: input({}),
    output: z.object({
      consents: z.array(z.object({ tv: z.int(), controller: z.int(), is_allowed: answeredFlag })),
    }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/v1/remote/consents/revoke',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Deletes a television’s decision about a device: the next command asks again',
    input: input({ tv: id(), controller: id() }),
    output: z.object({}),
    failures: ['device_not_found', 'too_many_requests'],
    // Deleting a rejection shows the question again.
    rateLimits: [{ name: 'remote-revoke', per: 'account', attempts: 20, perSec: 600 }],
  }),
}
