/** What is stored of a person: given out as a file, and erased (CARE-04). */
import * as z from 'zod/mini'
import { id, text } from '#contract/form/fields.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'

/** For owners and administrators. */
const erase = { section: 'settings', level: 'act' } as const

const reason = text(500, 1)

const Count = z.object({
  topic: z.enum(['identity', 'devices', 'watching', 'messages', 'care', 'money', 'audit']),
  rows: z.int(),
})

export const consoleSubscriberData = {
  preview: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/data/erase-effect',
    permission: erase,
    summary: 'What would be erased of a subscriber, what stays, and what is in the way',
    input: z.object({ account_id: id() }),
    output: z.object({
      abonement: z.string(),
      erased: z.array(Count),
      /** Without name and phone. */
      stays: z.array(Count),
      /** Soʻm. */
      balance: z.number(),
      /** Tariffs that are paid for. */
      tariffs: z.int(),
      cards: z.int(),
      /** Payments and refunds that are not finished. */
      open_payments: z.int(),
    }),
    failures: ['not_found', 'subscriber_erased'],
  }),
  erase: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/data/erase',
    permission: erase,
    stepUp: true,
    summary: 'Erases what is stored of a subscriber; it cannot be undone',
    input: z.object({
      account_id: id(),
      key: z.string().check(z.regex(/^[\w-]{8,100}$/)),
      reason,
      /** The subscriber number, typed. */
      number: text(20, 1),
      /** What was agreed about the balance and the paid time; '' where there is none. */
      settlement: text(500),
    }),
    output: z.object({
      act_id: z.int(),
      rows: z.int(),
      /** Soʻm that were written off. */
      written_off: z.number(),
      is_repeated: z.boolean(),
    }),
    failures: [
      ...(['not_found', 'key_used', 'act_done_since', 'subscriber_erased', 'erase_number_wrong'] as const),
      'subscriber_merged',
      ...(['erase_unsettled', 'erase_payments_open', 'cards_off', 'card_gateway_down'] as const),
    ],
  }),
}

const mergeFailures = [
  ...([
    'not_found',
    'subscriber_erased',
    'subscriber_merged',
    'merge_itself',
    'merge_number_unknown',
  ] as const),
  ...(['merge_into_closed', 'merge_blocked'] as const),
  ...(['merge_same_tariff', 'merge_two_bases', 'merge_trial_account', 'erase_payments_open'] as const),
] as const
const merge = {
  /** The account that goes on. */
  account_id: id(),
  /** The number or the phone of the other one. */
  from: text(30, 1),
}

/** What goes of one kind. Above `limit` nothing is deleted, and nothing new is taken until there is less. */
const moved = z.object({
  moved: z.int(),
  /** What both have: one of each stays. */
  twice: z.int(),
  /** Together after it, where the limit counts. */
  total: z.int(),
  limit: z.int(),
})

export const consoleSubscriberDoubles = {
  preview: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/doubles/merge-effect',
    permission: erase,
    summary: 'What would go from another account of the same person to this one',
    input: z.object(merge),
    output: z.object({
      from: z.object({ account_id: z.int(), abonement: z.string(), name: z.string(), phone: z.string() }),
      /** Soʻm. */
      balance: z.number(),
      tariffs: z.array(z.object({ ru: z.string(), uz: z.string(), en: z.string() })),
      devices: z.int(),
      cards: z.int(),
      /** Favourites, ratings, and what was watched. */
      watching: z.int(),
      /** Besides the first ones, which become one. */
      profiles: moved,
      /** `total` and `limit` are hours. */
      recordings: moved,
      /** `total` of these two is that of the first profile. */
      reminders: moved,
      followed: moved,
    }),
    failures: mergeFailures,
  }),
  merge: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/doubles/merge',
    permission: erase,
    stepUp: true,
    summary: 'Merges another account of the same person into this one; it cannot be undone',
    input: z.object({ ...merge, key: z.string().check(z.regex(/^[\w-]{8,100}$/)), reason }),
    output: z.object({
      act_id: z.int(),
      /** Soʻm that were moved. */
      moved: z.number(),
      is_repeated: z.boolean(),
    }),
    failures: [...mergeFailures, 'key_used', 'act_done_since'],
  }),
}

/**
 * Everything that is stored of a subscriber as a ZIP archive: `POST <subscriberFilesRoot><number of the account>` with
 * `SubscriberExport` → 200 with the file, or a refusal as of an endpoint.
 */
export const subscriberFilesRoot = `${consoleRoot}/subscriber-files/`
export const SubscriberExport = z.object({ reason })
export const subscriberExport = consoleEndpoint({
  method: 'POST',
  path: '/subscriber-files',
  permission: { section: 'subscribers', level: 'act' },
  summary: 'Everything that is stored of a subscriber as a file',
  input: SubscriberExport,
  output: z.object({}),
})
