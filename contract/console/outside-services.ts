/** Outside services set while the server runs: gateways, payment systems, mail. Secrets are written and never read. */
import * as z from 'zod/mini'
import { text, whole } from '#contract/form/fields.ts'
import {
  environmentReasons,
  outsideServices,
  testSteps,
  testSubjects,
  testWords,
} from '#contract/form/outside-services.ts'
import { undoOfSection } from './changes.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'settings', level: 'view' } as const
const act = { section: 'settings', level: 'act' } as const

const Field = z.object({
  name: z.string(),
  /** '' for a secret, and for a service that the environment has. */
  value: z.string(),
  /** Used when the field is empty. */
  default: z.string(),
  /** The accepted values; empty: free text. */
  choices: z.array(z.string()),
  is_required: z.boolean(),
  is_secret: z.boolean(),
  has_secret: z.boolean(),
  /** Says where the secrets are sent: once it changes they must be entered again. */
  leads: z.boolean(),
})

const Service = z.object({
  service: z.enum(outsideServices),
  /** The name of the setting in the environment, which wins over what is set here. */
  variable: z.string(),
  /** What the value of a plain setting is measured in; '' without a unit. */
  unit: z.string(),
  /** `sealed`: set here, but its secrets cannot be opened with the key of this installation. */
  origin: z.enum(['environment', 'stored', 'sealed', 'none']),
  /** For the next change; 0 for a service that was never set. */
  version: z.int(),
  changed_by: z.string(),
  changed_at: z.nullable(z.int()),
  fields: z.array(Field),
})

/** Values by the name of their field; an empty secret stands for the stored one. */
const texts = z.record(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)), text(8000))
const version = whole(0, 2_147_483_647)
const wrongFields = [
  'setting_in_environment',
  'setting_field',
  'setting_missing',
  'setting_secret_again',
  'setting_secret_sealed',
  'setting_wrong',
  'setting_not_set',
] as const

export const consoleOutsideServices = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/outside-services',
    permission: view,
    summary: 'Outside services with their fields and origin; never a secret',
    input: z.object({}),
    output: z.object({
      services: z.array(Service),
      /** Settings of the environment that need a restart; the value of a secret is ''. */
      others: z.array(
        z.object({
          name: z.string(),
          value: z.string(),
          unit: z.string(),
          is_secret: z.boolean(),
          origin: z.enum(['environment', 'default']),
          reason: z.enum(environmentReasons),
          /** In English. */
          description: z.string(),
        }),
      ),
    }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/outside-services/save',
    permission: act,
    stepUp: true,
    summary: 'Sets an outside service; every process uses it from then on',
    input: z.object({ service: z.enum(outsideServices), version, texts }),
    /** `change_id` 0: nothing is different. */
    output: z.object({ change_id: z.int() }),
    failures: [...wrongFields, 'changed_since'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/outside-services/remove',
    permission: act,
    stepUp: true,
    summary: 'Removes an outside service; it is off from then on',
    input: z.object({ service: z.enum(outsideServices), version }),
    /** `change_id` 0: nothing is different. */
    output: z.object({ change_id: z.int() }),
    failures: [...wrongFields, 'changed_since'],
  }),
  test: consoleEndpoint({
    method: 'POST',
    path: '/outside-services/test',
    permission: act,
    // The values lead to any address.
    stepUp: true,
    summary: 'Tries an outside service with the values as typed, or as they are in use; stores nothing',
    input: z.object({
      subject: z.enum(testSubjects),
      /** Null: as they are in use. */
      texts: z.nullable(texts),
      /** A phone, an e-mail address or a subscriber's number, for what sends a message. */
      to: z._default(text(200), ''),
    }),
    output: z.object({
      is_ok: z.boolean(),
      steps: z.array(
        z.object({
          step: z.enum(testSteps),
          is_ok: z.boolean(),
          word: z.enum(testWords),
          /** A short code such as `http_500`, or ''. */
          detail: z.string(),
        }),
      ),
    }),
    failures: [
      ...wrongFields,
      ...(['changed_since', 'staff_forbidden', 'setting_test_target', 'setting_test_no_device'] as const),
      ...(['setting_test_no_telegram', 'too_many_requests'] as const),
    ],
    rateLimits: [{ name: 'console_service_tests', per: 'network', attempts: 30, perSec: 600 }],
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/outside-services/undo',
    permission: act,
    stepUp: true,
    summary: 'Takes a change of an outside service back, its secrets too; they are not shown',
    ...undoOfSection,
    failures: [...undoOfSection.failures, 'setting_in_environment'],
  }),
}
