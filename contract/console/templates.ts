/** Templates of messages, what holds for all of them, and who wants no advertising (MSG-01). */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { messageKinds, MessageTexts } from './message-texts.ts'

const view = { section: 'messages', level: 'view' } as const
const edit = { section: 'messages', level: 'edit' } as const
const act = { section: 'messages', level: 'act' } as const

const Template = z.object({
  message_template_id: z.int(),
  name: z.string(),
  kind: z.enum(messageKinds),
  texts: MessageTexts,
  version: z.int(),
  /** Unix seconds. */
  changed_at: z.int(),
})
export type TemplateRow = z.output<typeof Template>

const Shown = z.object({
  title: z.string(),
  body: z.string(),
  sms: z.string(),
  /** 0: too long for an SMS. */
  sms_parts: z.int(),
  /** `gsm`: 160 characters in one part; `ucs2`: 70. */
  sms_alphabet: z.enum(['gsm', 'ucs2']),
  /** Soʻm; 0 while no price is set. */
  sms_cost: z.number(),
  /** A field that the subscriber has no value for, so that nothing would be sent; '' for none. */
  missing: z.string(),
})
export type ShownMessage = z.output<typeof Shown>

const settings = {
  /** At most so many messages of campaigns in so many days; 0: any number. */
  cap_count: whole(0, 100),
  cap_days: whole(1, 365),
  /** Soʻm for one part of an SMS. */
  sms_price: z.number().check(z.minimum(0), z.maximum(100_000)),
  sms_per_minute: whole(1, 60_000),
}

export const consoleTemplates = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/templates',
    permission: view,
    summary: 'Templates of messages by name, at most 200',
    input: z.object({}),
    output: z.object({ templates: z.array(Template) }),
  }),
  preview: consoleEndpoint({
    method: 'POST',
    path: '/templates/preview',
    permission: edit,
    summary: 'What a subscriber would get, in both languages',
    input: z.object({
      texts: MessageTexts,
      /** The number or phone of a subscriber whose values are used; '' for invented ones. */
      abonement: text(20),
    }),
    output: z.object({ ru: Shown, uz: Shown }),
    failures: ['template_field', 'not_found'],
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/templates/save',
    permission: edit,
    summary: 'Saves a template, or creates one',
    input: z.object({
      message_template_id: z.nullable(id()),
      /** The version that was shown: a newer one refuses the change. 0 for a new one. */
      version: whole(0, 2_147_483_647),
      name: text(120, 1),
      kind: z.enum(messageKinds),
      texts: MessageTexts,
    }),
    output: z.object({ message_template_id: z.int() }),
    failures: ['template_field', 'not_found', 'changed_since', 'messages_full'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/templates/remove',
    permission: edit,
    summary: 'Deletes a template; campaigns that were started go on',
    input: z.object({ message_template_id: id() }),
    output: z.object({}),
    failures: ['not_found'],
  }),
  test: consoleEndpoint({
    method: 'POST',
    path: '/templates/test',
    permission: act,
    summary: 'Sends a template to one subscriber at once',
    input: z.object({
      message_template_id: id(),
      /** The number or phone. */
      abonement: text(20, 1),
      medium: z.enum(['app', 'sms']),
    }),
    output: z.object({}),
    failures: ['not_found', 'test_not_sent', 'too_many_requests'],
    // An SMS costs money, and reaches a person who asked for none.
    rateLimits: [{ name: 'console_message_tests', per: 'network', attempts: 30, perSec: 600 }],
  }),
  settings: consoleEndpoint({
    method: 'GET',
    path: '/messages/settings',
    permission: view,
    summary: 'What holds for all campaigns',
    input: z.object({}),
    output: z.object({
      ...{ cap_count: z.int(), cap_days: z.int(), sms_price: z.number(), sms_per_minute: z.int() },
      /** A gateway for SMS is set up. */
      can_sms: z.boolean(),
    }),
  }),
  saveSettings: consoleEndpoint({
    method: 'POST',
    path: '/messages/settings/save',
    permission: edit,
    summary: 'Changes what holds for all campaigns',
    input: z.object(settings),
    output: z.object({}),
  }),
  optedOut: consoleEndpoint({
    method: 'GET',
    path: '/messages/opt-out',
    permission: view,
    summary: 'Whether a subscriber wants no advertising',
    input: z.object({ account_id: id() }),
    output: z.object({ is_out: z.boolean() }),
  }),
  optOut: consoleEndpoint({
    method: 'POST',
    path: '/messages/opt-out',
    permission: act,
    summary: 'A subscriber wants no advertising, or wants it again',
    input: z.object({ account_id: id(), is_out: z.boolean() }),
    output: z.object({}),
    failures: ['not_found'],
  }),
}
