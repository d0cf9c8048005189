/** Subscribers, for the operator's own billing. */
import * as z from 'zod/mini'
import { id, limit, optionalText, text, whole } from '#contract/form/fields.ts'
import { externalEndpoint } from './external-endpoint.ts'

const facts = {
  account_id: z.int(),
  /** The subscriber number, 6 to 12 digits. */
  abonement: z.string(),
  /** `+998` and nine digits; '' for none. */
  phone: z.string(),
  name: z.string(),
  state: z.enum(['active', 'blocked', 'deactivated']),
  /** Unix seconds, as all times here. */
  created_at: z.int(),
  /** The number of the brand; 1 for the main one. */
  brand: z.int(),
}

const Account = z.object(facts)

const Tariff = z.object({
  tariff_id: z.int(),
  state: z.enum(['active', 'suspended']),
  is_base: z.boolean(),
  /** Open until then. */
  paid_until: z.int(),
  /** Whether the service charges for the next period. False for a granted one. */
  auto_renew: z.boolean(),
  /** The price of the next period. */
  price_tiyin: z.int(),
})

const Card = z.object({
  ...facts,
  /** Whole tiyin, 100 to a soʻm, as all money here. */
  balance_tiyin: z.int(),
  /** What to pay in before suspended tariffs go on. */
  missing_tiyin: z.int(),
  tariffs: z.array(Tariff),
})

export const externalAccounts = {
  list: externalEndpoint({
    method: 'GET',
    path: '/accounts',
    scope: 'accounts:read',
    summary:
      'Accounts in the order of their number, page by page; or those with this phone or subscriber number. `next` is the `after` of the next page, 0 at the end',
    input: z.object({
      /** A phone in any notation, or a subscriber number. */
      q: optionalText(40),
      after: z._default(whole(0, 2_147_483_647), 0),
      limit: limit(100, 500),
    }),
    output: z.object({ accounts: z.array(Account), next: z.int() }),
  }),
  show: externalEndpoint({
    method: 'GET',
    path: '/accounts/{account_id}',
    scope: 'accounts:read',
    summary: 'One account with its balance and tariffs',
    input: z.object({ account_id: id() }),
    output: Card,
    failures: ['not_found'],
  }),
  create: externalEndpoint({
    method: 'POST',
    path: '/accounts/create',
    scope: 'accounts:write',
    summary:
      'Creates an account that can log in at once. Needs an Idempotency-Key: repeated with it, the same account is returned, without the password',
    input: z.object({
      /** 6 to 12 digits that are no phone; '' or absent: the next free number. */
      abonement: z._default(text(20), ''),
      /** In any notation; '' or absent: none. */
      phone: z._default(text(30), ''),
      name: z._default(text(200), ''),
      /** 8 to 128 characters; '' or absent: one is made. */
      password: z._default(z.string().check(z.maxLength(128)), ''),
      /** The number of the brand; absent: the main one. */
      brand: z._default(id(), 1),
    }),
    output: z.object({
      ...facts,
      /** False when an earlier request with this key created it. */
      is_new: z.boolean(),
      /** The password that was made, shown once; '' when there is none to show. */
      password: z.string(),
    }),
    failures: [
      ...(['idempotency_key_needed', 'key_used', 'trial_name_wrong', 'wrong_phone'] as const),
      ...(['trial_number_taken', 'phone_registered', 'weak_password'] as const),
      'brand_unknown',
    ],
  }),
  update: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/update',
    scope: 'accounts:write',
    summary: 'Changes the name or the phone; what is absent stays',
    input: z.object({
      account_id: id(),
      /** '' removes it. */
      phone: z.optional(text(30)),
      name: z.optional(text(200)),
    }),
    output: Account,
    failures: ['not_found', 'subscriber_erased', 'subscriber_merged', 'wrong_phone', 'phone_registered'],
  }),
  block: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/block',
    scope: 'accounts:write',
    summary:
      'Refuses everything to the subscriber, at once and on every device; nothing is charged meanwhile',
    input: z.object({ account_id: id() }),
    output: Account,
    failures: ['not_found', 'subscriber_erased', 'subscriber_merged'],
  }),
  unblock: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/unblock',
    scope: 'accounts:write',
    summary: 'Opens a blocked account again; its devices need not log in again',
    input: z.object({ account_id: id() }),
    output: Account,
    failures: ['not_found', 'subscriber_erased', 'subscriber_merged'],
  }),
}
