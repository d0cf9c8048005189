/** Keys of the API for the operator's other programs: made, rotated and revoked by the staff. */
import * as z from 'zod/mini'
import { apiRates, apiScopes } from '#contract/form/api-scopes.ts'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'settings', level: 'view' } as const
const act = { section: 'settings', level: 'act' } as const

const ApiKey = z.object({
  key_id: z.int(),
  name: z.string(),
  /** The first characters of the key. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Addresses and prefixes; empty: from anywhere. */
  networks: z.array(z.string()),
  per_minute: z.int(),
  /** Unix seconds, as all times here; null: it does not expire. */
  expires_at: z.nullable(z.int()),
  created_at: z.int(),
  created_by: z.string(),
  last_used_at: z.nullable(z.int()),
  last_used_from: z.string(),
  /** Until when the key before the last rotation is valid; null: it is not. */
  former_until: z.nullable(z.int()),
  revoked_at: z.nullable(z.int()),
  revoked_by: z.string(),
  is_leaked: z.boolean(),
  state: z.enum(['valid', 'expired', 'revoked']),
})

/** A key, shown once. */
const Shown = z.object({ key_id: z.int(), key: z.string(), prefix: z.string() })

export const consoleApiKeys = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/api-keys',
    permission: view,
    summary: 'All keys of the API, the newest first; never a key itself',
    input: z.object({}),
    output: z.object({ keys: z.array(ApiKey) }),
  }),
  make: consoleEndpoint({
    method: 'POST',
    path: '/api-keys/make',
    permission: act,
    stepUp: true,
    summary: 'Makes a key of the API and returns it, now and never again',
    input: z.object({
      name: text(80, 1),
      scopes: z.array(z.enum(apiScopes)).check(z.minLength(1), z.maxLength(apiScopes.length)),
      networks: z.array(text(60, 1)).check(z.maxLength(20)),
      per_minute: z.literal(apiRates),
      expires_at: z.nullable(unixSec()),
    }),
    output: Shown,
    failures: ['integrations_full', 'network_wrong', 'expiry_past'],
  }),
  rotate: consoleEndpoint({
    method: 'POST',
    path: '/api-keys/rotate',
    permission: act,
    stepUp: true,
    summary: 'Replaces a key; the former one stays valid for some hours',
    input: z.object({ key_id: id(), former_hours: whole(0, 168) }),
    output: Shown,
    failures: ['not_found'],
  }),
  revoke: consoleEndpoint({
    method: 'POST',
    path: '/api-keys/revoke',
    permission: act,
    summary: 'Revokes a key from the next request on',
    input: z.object({ key_id: id() }),
    output: z.object({ name: z.string() }),
    failures: ['not_found'],
  }),
  leaked: consoleEndpoint({
    method: 'POST',
    path: '/api-keys/leaked',
    permission: act,
    summary: 'Revokes a key that was seen where it should not be, by the key itself',
    input: z.object({ key: text(200, 1) }),
    output: z.object({
      /** False: it is no valid key of this service. */
      is_valid: z.boolean(),
      name: z.string(),
      prefix: z.string(),
    }),
  }),
}
