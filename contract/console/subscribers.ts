/** Subscribers: found as one types, and the card of one with everything that happened (CARE-01, CARE-02). */
import * as z from 'zod/mini'
import { id, limit, text } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'subscribers', level: 'view' } as const
const edit = { section: 'subscribers', level: 'edit' } as const

export const standingKinds = [
  'active',
  'trial',
  'due',
  'paused',
  'suspended',
  'ended',
  'never_paid',
  'blocked',
  'closed',
] as const
export const matchKinds = ['phone', 'number', 'name', 'device', 'note', 'address', 'city'] as const
export type MatchKind = (typeof matchKinds)[number]
/** What a timeline consists of. `access`: logins and what subscribers did to their account. */
export const timelineKinds = [
  'access',
  'payment',
  'charge',
  'subscription',
  'message',
  'complaint',
  'staff',
  'note',
  /** A play that failed; `what` is its code, `text` one of `live`, `archive`, `film`, `name` the channel or film. */
  'play',
] as const
export type TimelineKind = (typeof timelineKinds)[number]
export const deviceKinds = ['tv', 'phone', 'tablet', 'computer', 'other'] as const

/** Who said where a subscriber is; `network`: nobody, it is where a device was seen. */
export const cityWays = ['staff', 'subscriber', 'billing', 'network'] as const

const Words = z.object({ ru: z.string(), uz: z.string(), en: z.string() })

const Standing = z.object({
  kind: z.enum(standingKinds),
  /** Paid until then, or so since then; unix seconds, 0 for unknown. */
  at: z.int(),
  /** Soʻm to pay in before suspended tariffs go on. */
  missing: z.number(),
})
export type ShownStanding = z.output<typeof Standing>

const Summary = z.object({
  account_id: z.int(),
  /** The subscriber number. */
  abonement: z.string(),
  /** `+998901234567`; `+998•••••4567` for those who may not act on subscribers; '' for none. */
  phone: z.string(),
  name: z.string(),
  /** Made by the staff for trying. */
  is_test: z.boolean(),
  standing: Standing,
  /** The tariff that the state is about; '' without one. */
  tariff: Words,
  /** Soʻm. */
  balance: z.number(),
  /** When a device was last seen; unix seconds, 0 for never. */
  seen_at: z.int(),
})
export type SubscriberRow = z.output<typeof Summary>

const Entry = z.object({
  key: z.string(),
  /** Unix seconds. */
  at: z.int(),
  kind: z.enum(timelineKinds),
  /** The name of an audit event, the kind of a ledger entry, or a state. */
  what: z.string(),
  /** Soʻm added to the balance, below 0 for what was taken. */
  amount: z.number(),
  /** The balance with it. */
  balance: z.number(),
  /** A tariff's or a message's name. */
  name: Words,
  /** As its author wrote it; of money, where it came from. */
  text: z.string(),
  /** The member of staff; '' for an operator at the command line. */
  by: z.string(),
  device: z.string(),
  address: z.string(),
  /** The act of the staff, for what can be taken back; 0: none. */
  act_id: z.int(),
})
export type TimelineEntry = z.output<typeof Entry>

const LedgerEntry = z.object({
  ledger_entry_id: z.int(),
  kind: z.enum(['top_up', 'charge', 'refund', 'reversal', 'promotion', 'adjustment']),
  at: z.int(),
  amount: z.number(),
  balance: z.number(),
  tariff: Words,
  /** The payment system, `payme`, or what else it came from; '' for none. */
  source: z.string(),
})
export type LedgerRow = z.output<typeof LedgerEntry>

const Double = z.object({ account_id: z.int(), abonement: z.string() })

export const consoleSubscribers = {
  find: consoleEndpoint({
    method: 'GET',
    path: '/subscribers',
    permission: view,
    summary: 'Subscribers by anything that is remembered of them, the most likely first',
    input: z.object({
      /** Three digits or two letters at least; less finds nobody, or with a city its newest subscribers. */
      q: z._default(text(100), ''),
      /** Only in this city, or in a city of this region. */
      city_id: z.optional(id()),
    }),
    output: z.object({
      /** At most 50. */
      subscribers: z.array(z.object({ ...Summary.shape, match: z.enum(matchKinds) })),
      /** There may be more than these. */
      is_cut: z.boolean(),
      /** Too little was typed to look for. */
      is_short: z.boolean(),
    }),
  }),
  card: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/card',
    permission: view,
    summary: 'One subscriber: the state, tariffs, money, cards, devices and what plays now',
    input: z.object({ account_id: id() }),
    output: z.object({
      ...Summary.shape,
      created_at: z.int(),
      /** Closed accounts of the same person, which were merged into this one. */
      doubles: z.array(Double),
      /** The account that this one was merged into; null: none. */
      merged_into: z.nullable(Double),
      /** What was stored of the person is gone. */
      is_erased: z.boolean(),
      /** The number of the brand; 1 is the main one. */
      brand: z.int(),
      /** `ru`, `uz`, or '' when no app said it. */
      language: z.string(),
      /** Where the device seen last was; '' without one. */
      region: z.enum(['inside', 'outside', '']),
      /** 0: none; `way` is who said it, '' for nobody. */
      city: z.object({ city_id: z.int(), name: Words, region: Words, way: z.enum([...cityWays, '']) }),
      tariffs: z.array(
        z.object({
          tariff_id: z.int(),
          name: Words,
          state: z.enum(['active', 'suspended']),
          is_base: z.boolean(),
          /** Soʻm of the next period. */
          price: z.number(),
          period_days: z.int(),
          auto_renew: z.boolean(),
          /** Unix seconds; the next charge where it renews. */
          paid_until: z.int(),
          /** Of one that is paused: until when, unix seconds; 0 otherwise. */
          paused_until: z.int(),
          /** The base tariff that takes its place then, and what is charged for it in soʻm; null: none. */
          next: z.nullable(z.object({ name: Words, price: z.number() })),
        }),
      ),
      /** The last 20, the newest first. */
      entries: z.array(LedgerEntry),
      cards: z.array(
        z.object({
          /** `860012******1234`. */
          mask: z.string(),
          /** `11/28`. */
          expiry: z.string(),
          is_main: z.boolean(),
          auto_pay: z.boolean(),
        }),
      ),
      devices: z.array(
        z.object({
          device_id: z.int(),
          kind: z.enum(deviceKinds),
          /** The owner's name for it, or ''. */
          name: z.string(),
          model: z.string(),
          address: z.string(),
          first_seen_at: z.int(),
          last_seen_at: z.int(),
        }),
      ),
      streams: z.array(
        z.object({
          stream_id: z.string(),
          kind: z.enum(['live', 'archive', 'film']),
          /** The channel or film; '' for one that is gone. */
          title: Words,
          since: z.int(),
          /** 0: another player. */
          device_id: z.int(),
        }),
      ),
    }),
    failures: ['not_found'],
  }),
  timeline: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/timeline',
    permission: view,
    summary: 'What happened to one subscriber, the newest first',
    input: z.object({
      account_id: id(),
      /** Absent: everything. */
      kind: z.optional(z.enum(timelineKinds)),
      /** `next` of the page before. */
      after: z.optional(z.string().check(z.maxLength(60), z.regex(/^\d{1,15}\.[a-z]\d{1,18}$/))),
      limit: limit(30, 100),
    }),
    output: z.object({
      entries: z.array(Entry),
      /** For `after` of the next page; '' at the end. */
      next: z.string(),
    }),
  }),
  note: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/note',
    permission: edit,
    summary: 'Writes a note about a subscriber, for the staff alone',
    input: z.object({ account_id: id(), body: text(2000, 1) }),
    output: z.object({ note_id: z.int() }),
    failures: ['not_found'],
  }),
}
