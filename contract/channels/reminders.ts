/** Reminders of programmes that are coming. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { pathOf } from '#contract/form/pages.ts'
import { answeredFlag, id, siteInput as input, whole } from '#contract/form/fields.ts'

/** The parameter of a channel's page that a reminder's notification has: the programme's `pid`. */
const reminderParam = 'programme'
/** How long before the start viewers may choose to be reminded, in minutes. */
export const reminderMinutes = [0, 5, 15] as const

/** The link of a reminder's notification: `/channel/5?programme=123`. */
export function reminderHrefOf(cid: number, pid: number): string {
  return `${pathOf('channel', { id: cid })}?${reminderParam}=${pid}`
}

const reminderHref = new RegExp(`^/channel/(\\d{1,10})\\?${reminderParam}=(\\d{1,10})$`)

/** The channel and the programme that the link of a reminder's notification names; undefined for any other link. */
export function readReminderHref(href: string): { readonly cid: number; readonly pid: number } | undefined {
  const [, cid, pid] = reminderHref.exec(href) ?? []
  return cid === undefined || pid === undefined ? undefined : { cid: Number(cid), pid: Number(pid) }
}

export const Reminder = z.object({
  id: z.int(),
  /** 0 when the guide has the programme no more. */
  pid: z.int(),
  cid: z.int(),
  channel_name: z.string(),
  logo: z.string(),
  title: z.string(),
  /** The episode's own title; empty without one. */
  sub_title: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
  /** Unix seconds. */
  begin_time: z.int(),
  end_time: z.int(),
  /** `gone`: the guide has it no more. `hidden`: its channel is not shown. `past`: it is over. */
  state: z.enum(['coming', 'now', 'past', 'gone', 'hidden']),
  /** A path of the site: the channel, or the recording of a past one; empty where there is nothing to open. */
  href: z.string(),
})
export type Reminder = z.output<typeof Reminder>

const Settings = z.object({ minutes_before: z.int() })

const limits = [{ name: 'reminders', per: 'account', attempts: 300, perSec: 600 }] as const

export const reminders = {
  list: endpoint({
    path: '/api/v1/reminders',
    envelope: 'data',
    access: 'viewer',
    summary:
      'The viewer’s reminders in the order of their start times, also those of programmes that ended less than 15 days ago or that the guide has no more, and how many minutes before they come',
    input: input({}),
    output: z.extend(Settings, { reminders: z.array(Reminder) }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/reminders/add',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Reminds of a programme that is coming; a second time changes nothing',
    input: input({ cid: id(), pid: id() }),
    output: z.object({
      id: z.int(),
      /** 1: there was one already. */
      was_there: answeredFlag,
    }),
    failures: ['programme_not_found', 'reminder_begun', 'reminders_full', 'too_many_requests'],
    rateLimits: limits,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v1/reminders/remove',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Removes a reminder; one that does not exist is no error',
    input: input({ id: id() }),
    output: z.object({}),
    failures: ['too_many_requests'],
    rateLimits: limits,
  }),
  settings: endpoint({
    method: 'POST',
    path: '/api/v1/reminders/settings',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Sets how many minutes before the start reminders come: 0, 5 or 15',
    input: input({
      minutes_before: whole(0, 15).check(
        z.refine((minutes) => (reminderMinutes as readonly number[]).includes(minutes)),
      ),
    }),
    output: Settings,
  }),
}
