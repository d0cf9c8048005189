/** Planned works and outages as the staff writes them; viewers read them at `/status`. */
import * as z from 'zod/mini'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { undoOfSection } from './changes.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** `works` are planned and have an end; an `outage` lasts until somebody says that it is over. */
export const noticeKinds = ['works', 'outage'] as const
export type NoticeKind = (typeof noticeKinds)[number]

const noticeInput = {
  kind: z.enum(noticeKinds),
  title_ru: text(160, 1),
  title_uz: text(160, 1),
  /** Plain text. */
  text_ru: text(2000),
  text_uz: text(2000),
  /** Unix seconds. */
  begins_at: unixSec(),
  /** Null for an outage whose end nobody knows yet. */
  ends_at: z.nullable(unixSec()),
}

const Notice = z.object({
  ...noticeInput,
  id: z.int(),
  version: z.int(),
  state: z.enum(['planned', 'on', 'ended']),
})

/** The set of changes that was made; 0 when nothing differed. */
const Changed = z.object({ change_id: z.int(), id: z.int() })

const view = { section: 'health', level: 'view' } as const
const edit = { section: 'health', level: 'edit' } as const

export const consoleNotices = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/notices',
    permission: view,
    summary: 'The newest 500 notices of works and outages, those to come first',
    input: z.object({}),
    output: z.object({ notices: z.array(Notice) }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/notices/save',
    permission: edit,
    summary: 'Saves a notice, or creates one',
    input: z.object({
      id: z.nullable(id()),
      /** The version that was shown: a newer one refuses the change. 0 for a new one. */
      version: whole(0, 2_147_483_647),
      ...noticeInput,
    }),
    output: Changed,
    failures: ['notice_not_found', 'changed_since', 'works_period'],
  }),
  end: consoleEndpoint({
    method: 'POST',
    path: '/notices/end',
    permission: edit,
    summary: 'Ends works or an outage now',
    input: z.object({ id: id() }),
    output: Changed,
    failures: ['notice_not_found', 'notice_not_begun'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/notices/remove',
    permission: edit,
    summary: 'Deletes a notice',
    input: z.object({ id: id() }),
    output: Changed,
    failures: ['notice_not_found'],
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/notices/undo',
    permission: edit,
    summary: 'Takes a change of notices back',
    ...undoOfSection,
  }),
}
