/** Alarms about channels: what lasts too long, who is told of it, and what the staff does about it. */
import * as z from 'zod/mini'
import { id, limit, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** What an alarm can be about, the most harmful first. */
export const alarmProblems = [
  'recorder_off',
  'no_signal',
  'stale',
  'black',
  'frozen',
  'slate',
  'disk_full',
  'edge_down',
  'clock_off',
  'silent',
  'viewers_fail',
  'spare_source',
  'guide_missing',
  'guide_ends',
  'holes',
  'archive_short',
  'backup_failed',
  'drill_failed',
  'backup_overdue',
  'drill_overdue',
] as const

export const alarmTargetKinds = ['telegram', 'email', 'webhook', 'sms'] as const
export const alarmLanguages = ['ru', 'uz', 'en'] as const

const Mute = z.object({
  /** Unix seconds. */
  until: z.int(),
  /** '' for the command line. */
  by: z.string(),
  reason: z.string(),
})

const listed = {
  alarm_id: z.int(),
  rule: z.string(),
  kind: z.enum(alarmProblems),
  /** The host of the sources they have in common; '' for none, `*` for several. */
  host: z.string(),
  /** Unix seconds, like all moments here. */
  began_at: z.int(),
  ended_at: z.nullable(z.int()),
  /** It is not there at the moment, and ends when it stays so. */
  is_calm: z.boolean(),
  /** When its messages were sent; null while quiet hours or a mute hold them back. */
  notified_at: z.nullable(z.int()),
  /** '' for the command line. */
  acknowledged: z.nullable(z.object({ at: z.int(), by: z.string() })),
  mute: z.nullable(Mute),
  channel_count: z.int(),
  /** Some of its channels. */
  channel_names: z.array(z.string()),
}

const Delivery = z.object({
  target: z.string(),
  event: z.enum(['raised', 'ended', 'test']),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  /** Why the last attempt failed, in English; ''. */
  problem: z.string(),
  created_at: z.int(),
})

const minuteOfDay = z.nullable(whole(0, 1439))

const ruleFields = {
  name: text(80, 1),
  kinds: z.array(z.enum(alarmProblems)).check(z.minLength(1), z.maxLength(alarmProblems.length)),
  /** How long it must last. */
  minutes: whole(0, 1440),
  /** Minutes of the day in Tashkent, both null for no quiet hours; the end may be on the next day. */
  quiet_from: minuteOfDay,
  quiet_until: minuteOfDay,
  target_ids: z.array(id()).check(z.maxLength(50)),
  is_on: z.boolean(),
}

const targetFields = {
  kind: z.enum(alarmTargetKinds),
  name: text(80, 1),
  /** A chat, an e-mail address, an address of the web, a phone number. */
  address: text(500, 1),
  language: z.enum(alarmLanguages),
}

const view = { section: 'health', level: 'view' } as const
const edit = { section: 'health', level: 'edit' } as const
const act = { section: 'health', level: 'act' } as const
const ofAlarm = { input: z.object({ alarm_id: id() }), output: z.object({ alarm_id: z.int() }) }
const ofChannel = { input: z.object({ cid: id() }), output: z.object({ cid: z.int() }) }
/** A month at most. */
const mute = { minutes: whole(5, 43_200), reason: text(200) }

export const consoleAlarms = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/alarms',
    permission: view,
    summary: 'Alarms that last, or those that ended, the newest first',
    input: z.object({
      state: z._default(z.enum(['open', 'past']), 'open'),
      before: z.optional(id()),
      limit: limit(100, 200),
    }),
    output: z.object({ alarms: z.array(z.object(listed)), has_more: z.boolean(), has_rules: z.boolean() }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/alarms/one',
    permission: view,
    summary: 'An alarm with its channels, notes and messages',
    input: z.object({ alarm_id: id() }),
    output: z.object({
      ...listed,
      channels: z.array(
        z.object({
          /** 0: the server itself. */
          cid: z.int(),
          number: z.int(),
          name: z.string(),
          kind: z.enum(alarmProblems),
          began_at: z.int(),
          ended_at: z.nullable(z.int()),
        }),
      ),
      notes: z.array(z.object({ by: z.string(), text: z.string(), at: z.int() })),
      deliveries: z.array(Delivery),
    }),
    failures: ['alarm_not_found'],
  }),
  acknowledge: consoleEndpoint({
    method: 'POST',
    path: '/alarms/acknowledge',
    permission: act,
    summary: 'Says that somebody takes care of an alarm',
    ...ofAlarm,
    failures: ['alarm_not_found'],
  }),
  mute: consoleEndpoint({
    method: 'POST',
    path: '/alarms/mute',
    permission: act,
    summary: 'Sends no message of an alarm for a time',
    input: z.object({ alarm_id: id(), ...mute }),
    output: ofAlarm.output,
    failures: ['alarm_not_found'],
  }),
  unmute: consoleEndpoint({
    method: 'POST',
    path: '/alarms/unmute',
    permission: act,
    summary: 'Ends the mute of an alarm',
    ...ofAlarm,
    failures: ['alarm_not_found'],
  }),
  note: consoleEndpoint({
    method: 'POST',
    path: '/alarms/note',
    permission: act,
    summary: 'Adds a note to an alarm',
    input: z.object({ alarm_id: id(), text: text(2000, 1) }),
    output: ofAlarm.output,
    failures: ['alarm_not_found'],
  }),
  muteChannel: consoleEndpoint({
    method: 'POST',
    path: '/alarms/mute-channel',
    permission: act,
    summary: 'Raises no alarm for a channel for a time',
    input: z.object({ cid: id(), ...mute }),
    output: ofChannel.output,
    failures: ['channel_not_found'],
  }),
  unmuteChannel: consoleEndpoint({
    method: 'POST',
    path: '/alarms/unmute-channel',
    permission: act,
    summary: 'Ends the mute of a channel',
    ...ofChannel,
  }),
  rules: consoleEndpoint({
    method: 'GET',
    path: '/alarms/rules',
    permission: view,
    summary: 'The rules of alarms, where they are sent, and the newest messages',
    input: z.object({}),
    output: z.object({
      rules: z.array(z.object({ ...ruleFields, rule_id: z.int() })),
      targets: z.array(
        z.object({
          ...targetFields,
          target_id: z.int(),
          /** Its token or key is stored; it is never shown. */
          has_secret: z.boolean(),
        }),
      ),
      deliveries: z.array(Delivery),
      /** What the settings of the server allow. */
      can_send: z.object({ email: z.boolean(), sms: z.boolean() }),
    }),
  }),
  saveRule: consoleEndpoint({
    method: 'POST',
    path: '/alarms/rules/save',
    permission: edit,
    summary: 'Saves a rule, or adds one',
    input: z.object({ rule_id: z.nullable(id()), ...ruleFields }),
    output: z.object({ rule_id: z.int() }),
    failures: ['alarm_setting_not_found', 'alarm_settings_full'],
  }),
  removeRule: consoleEndpoint({
    method: 'POST',
    path: '/alarms/rules/remove',
    permission: edit,
    summary: 'Removes a rule; its open alarms end without a message',
    input: z.object({ rule_id: id() }),
    output: z.object({ rule_id: z.int() }),
    failures: ['alarm_setting_not_found'],
  }),
  saveTarget: consoleEndpoint({
    method: 'POST',
    path: '/alarms/targets/save',
    permission: edit,
    summary: 'Saves where alarms are sent, or adds it; an empty secret leaves the stored one',
    input: z.object({ target_id: z.nullable(id()), ...targetFields, secret: text(300) }),
    output: z.object({ target_id: z.int() }),
    failures: [
      'alarm_setting_not_found',
      'alarm_settings_full',
      'alarm_target_address',
      'alarm_target_secret',
    ],
  }),
  removeTarget: consoleEndpoint({
    method: 'POST',
    path: '/alarms/targets/remove',
    permission: edit,
    summary: 'Removes a target; rules lose it',
    input: z.object({ target_id: id() }),
    output: z.object({ target_id: z.int() }),
    failures: ['alarm_setting_not_found'],
  }),
  testTarget: consoleEndpoint({
    method: 'POST',
    path: '/alarms/targets/test',
    permission: act,
    summary: 'Sends a test message to a target now',
    input: z.object({ target_id: id() }),
    output: z.object({
      is_sent: z.boolean(),
      /** Why it was not sent, in English; ''. */
      problem: z.string(),
    }),
    failures: ['alarm_setting_not_found'],
  }),
}
