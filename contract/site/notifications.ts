/** Notifications to subscribers: for all, or for one. */
import * as z from 'zod/mini'
import { largestId } from '#contract/form/constants.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, id, keyedInput as input, limit, page, whole } from '#contract/form/fields.ts'

export const Notification = z.object({
  id: z.int(),
  title: z.string(),
  /** Plain text; an empty line starts a paragraph. */
  body: z.string(),
  /** A path of the site it leads to, or empty. */
  href: z.string(),
  /** For a guest always 1: the read state of guests is not stored. */
  is_read: answeredFlag,
  /** Unix seconds. */
  created_at: z.int(),
})
export type Notification = z.output<typeof Notification>

export const notifications = {
  list: endpoint({
    path: '/api/v1.2.0/notifications',
    envelope: 'data',
    access: 'optional',
    summary: 'Notifications, newest first, page by page; a guest gets those for everybody',
    input: input({ page: page(), limit: limit(10, 50) }),
    output: z.object({
      data: z.array(Notification),
      total_count: z.int(),
      unread_count: z.int(),
      page: z.int(),
      last_page: z.int(),
    }),
    cache: { sec: 60 },
  }),
  one: endpoint({
    path: '/api/v1.2.0/notifications/{id}',
    envelope: 'data',
    access: 'optional',
    changes: true,
    summary: 'One notification; the first request marks it as read',
    input: input({ id: id() }),
    output: z.extend(Notification, { unread_count: z.int() }),
    failures: ['not_found'],
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/v1.2.0/notifications/read',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Marks everything up to a notification as read, so that one which came meanwhile stays unread',
    input: input({ up_to: id() }),
    output: z.object({ unread_count: z.int() }),
  }),
  wait: endpoint({
    path: '/api/v1.2.0/notifications/wait',
    envelope: 'data',
    access: 'viewer',
    summary:
      'Long poll: responds as soon as the newest notification, the unread count or the newest command differs from the caller’s, or after 25 s',
    /** The state that the client has; without it the response comes at once. */
    input: input({
      last_id: z.optional(whole(0, largestId)),
      unread_count: z.optional(whole(0, 1_000_000)),
      last_command: z.optional(whole(0, largestId)),
    }),
    output: z.object({
      last_id: z.int(),
      unread_count: z.int(),
      /** The newest command of the staff to a device of the account (`commands.take`); 0 for none. */
      last_command: z.int(),
    }),
    waitsSec: 25,
  }),
}
