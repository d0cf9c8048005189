/** Tariffs as finance edits them: every change says whom it touches before it is made, and can be taken back (FIN-01). */
import * as z from 'zod/mini'
import { formNamed } from '#contract/form/field-forms.ts'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { maxTariffDescription, tariffIconNames } from '#contract/form/tariff-look.ts'
import { ChannelRuleFields, maxChannelRules } from './channel-rules.ts'
import { undoOfSection } from './changes.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { picturePiece, pictureVersion } from './pictures.ts'

const view = { section: 'billing', level: 'view' } as const
const edit = { section: 'billing', level: 'edit' } as const
const act = { section: 'billing', level: 'act' } as const

/** Soʻm as a person writes them: `39000`, `39 000,50`. */
const sums = text(20, 1).check(
  z.regex(/^\d{1,3}(?:[ \u00a0]?\d{3}){0,3}(?:[.,]\d{1,2})?$|^\d{1,10}(?:[.,]\d{1,2})?$/, formNamed('price')),
)
const names = { name_ru: text(100, 1), name_uz: text(100, 1), name_en: text(100, 1) }
const kinds = z.enum(['base', 'additional'])
const days = whole(1, 3660)
/** `new`: who connects from then on. `all`: each subscriber too, from the first period that starts then or later. */
const payers = z.enum(['new', 'all'])

/** `#rrggbb` in any case; '' for none. */
const colour = z.pipe(
  z.pipe(
    text(7),
    z.transform((typed: string) => typed.toLowerCase()),
  ),
  z.string().check(z.regex(/^(?:#[0-9a-f]{6})?$/, formNamed('colour'))),
)
/** How it looks; '' for none. A picture takes the place of an icon. */
const look = {
  description_ru: z._default(text(maxTariffDescription), ''),
  description_uz: z._default(text(maxTariffDescription), ''),
  icon: z._default(z.enum(['', ...tariffIconNames]), ''),
  picture: z._default(pictureVersion, ''),
  colour: z._default(colour, ''),
}
/** Its icon, or the address of its picture, and its colour; '' for none. */
const shownLook = { icon: z.enum(['', ...tariffIconNames]), image: z.string(), colour: z.string() }

/**
 * Who may pause it, for how many days, and whether once in 12 months; days before the first charge (0: none); hours of
 * recordings beyond the archive (0: none); whether what it opens plays in other players, too; when its subscribers
 * change to a dearer base tariff (`now`: with a credit) and to a cheaper one (`now`: without).
 */
const Terms = {
  pause_by: z._default(z.enum(['nobody', 'staff', 'subscriber']), 'nobody'),
  pause_min: z._default(whole(1, 366), 7),
  pause_max: z._default(whole(1, 366), 60),
  pause_once: z._default(z.boolean(), true),
  trial_days: z._default(whole(0, 90), 0),
  recording_hours: z._default(whole(0, 10_000), 0),
  other_players: z._default(z.boolean(), true),
  change_up: z._default(z.enum(['now', 'end']), 'now'),
  change_down: z._default(z.enum(['end', 'now']), 'end'),
}
const Draft = {
  /** Null: a new tariff. */
  id: z.nullable(id()),
  /** That of the tariff that was shown: another one refuses the change. '' for a new tariff. */
  revision: text(40),
  ...names,
  ...look,
  kind: kinds,
  recommended: z.boolean(),
  offered: z.boolean(),
  streams: whole(1, 20),
  ...Terms,
  periods: z
    .array(z.object({ id: z.nullable(id()), days, price: sums }))
    .check(z.minLength(1), z.maxLength(20)),
  /** Added by hand; without rules all of its channels. */
  channels: z.array(id()).check(z.maxLength(20_000)),
  rules: z._default(z.array(ChannelRuleFields).check(z.maxLength(maxChannelRules)), []),
  /** Excluded by hand, whatever the rules say. */
  excluded: z._default(z.array(id()).check(z.maxLength(20_000)), []),
  providers: z.array(id()).check(z.maxLength(1000)),
}
const DraftInput = z.object(Draft).check(
  z.refine((draft) => draft.pause_by === 'nobody' || draft.pause_min <= draft.pause_max, {
    ...{ path: ['pause_max'], error: formNamed('pause_max') },
  }),
)
const PriceInput = {
  id: id(),
  days,
  price: sums,
  /** Unix seconds; 0: now. */
  from: unixSec(),
  payers,
}

const Price = z.object({
  price_id: z.int(),
  days: z.int(),
  /** Soʻm. */
  price: z.number(),
  /** Unix seconds. */
  from: z.int(),
  payers,
  /** It is the tariff's price already. */
  is_in_force: z.boolean(),
})
const Tariff = z.object({
  tariff_id: z.int(),
  ...{ name_ru: z.string(), name_uz: z.string(), name_en: z.string() },
  ...{ description_ru: z.string(), description_uz: z.string(), picture: z.string(), ...shownLook },
  kind: kinds,
  recommended: z.boolean(),
  /** Whether new subscribers can connect it. */
  offered: z.boolean(),
  streams: z.int(),
  pause_by: z.enum(['nobody', 'staff', 'subscriber']),
  ...{ pause_min: z.int(), pause_max: z.int(), pause_once: z.boolean(), trial_days: z.int() },
  recording_hours: z.int(),
  other_players: z.boolean(),
  ...{ change_up: z.enum(['now', 'end']), change_down: z.enum(['end', 'now']) },
  periods: z.array(z.object({ id: z.int(), days: z.int(), price: z.number() })),
  /** By cid: those that were added by hand. */
  channels: z.array(z.int()),
  rules: z.array(ChannelRuleFields),
  /** Excluded by hand, whatever the rules say. */
  excluded: z.array(z.int()),
  providers: z.array(z.int()),
})
export type ShownTariff = z.output<typeof Tariff>

const Touched = z.array(
  z.object({
    id: z.int(),
    /** Of a channel with its number: `12 Sevimli`. */
    name: z.string(),
    /** Active subscribers for whom no other tariff of theirs opens it. */
    accounts: z.int(),
  }),
)
/** Whom a change touches. Money is soʻm, `revenue` that of a month of 30 days. */
const Effect = z.object({
  active: z.int(),
  suspended: z.int(),
  /** Active subscribers who gain something that no other tariff of theirs opens, and who lose something. */
  gaining: z.int(),
  losing: z.int(),
  channels_gained: Touched,
  channels_lost: Touched,
  films_gained: Touched,
  films_lost: Touched,
  revenue_before: z.number(),
  revenue_after: z.number(),
  /** Null: no price for subscribers changes. */
  price: z.nullable(
    z.object({
      more: z.int(),
      less: z.int(),
      /** Who has the tariff and keeps what is paid now. */
      keeps: z.int(),
      /** Suspended ones, who pay it when they resume. */
      suspended: z.int(),
      /** Whose balance covers the next charges today and would not at this price. */
      short: z.int(),
      /** The first, the median and the last first period at this price; unix seconds, null without any. */
      first: z.nullable(z.int()),
      middle: z.nullable(z.int()),
      last: z.nullable(z.int()),
    }),
  ),
})
export type ShownEffect = z.output<typeof Effect>

const Changed = z.object({ change_id: z.int(), id: z.int() })
const refusals = [
  'not_found',
  'changed_since',
  'tariff_price_wrong',
  'tariff_empty',
  'tariff_has_subscribers',
  'tariff_never_offered',
  'tariff_two_recommended',
  'tariff_content_gone',
  'tariff_periods_wrong',
  'tariff_price_date',
  'tariff_colour_dark',
  'tariff_colour_light',
  'picture_refused',
] as const

export const consoleTariffs = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/tariffs',
    permission: view,
    summary: 'The tariffs in the order of the site, with who has them',
    input: z.object({}),
    output: z.object({
      tariffs: z.array(
        z.object({
          tariff_id: z.int(),
          ...{ name_ru: z.string(), name_uz: z.string(), name_en: z.string(), ...shownLook },
          kind: kinds,
          recommended: z.boolean(),
          offered: z.boolean(),
          /** 100 to 103 never are. */
          can_be_offered: z.boolean(),
          /** Soʻm for its first period. */
          price: z.number(),
          days: z.int(),
          active: z.int(),
          suspended: z.int(),
          /** Soʻm a month of 30 days. */
          revenue: z.number(),
          channels: z.int(),
        }),
      ),
    }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/tariffs/one',
    permission: view,
    summary: 'A tariff, its dated prices, and what it could open',
    input: z.object({ id: id() }),
    output: z.object({
      tariff: Tariff,
      revision: z.string(),
      /** Somebody has or had it: it cannot be removed, and its kind stays. */
      is_used: z.boolean(),
      prices: z.array(Price),
    }),
    failures: ['not_found'],
  }),
  parts: consoleEndpoint({
    method: 'GET',
    path: '/tariffs/parts',
    permission: view,
    summary: 'What a tariff can open: channels with their categories, and whose films',
    input: z.object({}),
    output: z.object({
      channels: z.array(
        z.object({
          cid: z.int(),
          number: z.int(),
          name: z.string(),
          /** The address of its logo, 160 pixels wide; '' for none. */
          logo: z.string(),
          categories: z.array(z.int()),
          languages: z.array(z.string()),
          /** Null: nobody said. */
          quality: z.nullable(z.string()),
        }),
      ),
      categories: z.array(z.object({ id: z.int(), name_ru: z.string(), name_uz: z.string() })),
      providers: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  }),
  history: consoleEndpoint({
    method: 'GET',
    path: '/tariffs/history',
    permission: view,
    summary: 'The versions of a tariff, the newest first: who, when, what',
    input: z.object({ id: id() }),
    output: z.object({
      versions: z.array(
        z.object({
          /** From 1, the oldest. */
          number: z.int(),
          change_id: z.int(),
          kind: z.enum(['edit', 'import', 'undo']),
          title: z.string(),
          /** '' at the command line. */
          staff_name: z.string(),
          /** Unix seconds. */
          made_at: z.int(),
          /** It can be taken back until then; 0 when it cannot (any more). Unix seconds. */
          undo_until: z.int(),
          /** Null: it was created, or deleted; otherwise what differs, by field. */
          before: z.nullable(z.record(z.string(), z.unknown())),
          after: z.nullable(z.record(z.string(), z.unknown())),
          channels_added: z.array(z.string()),
          channels_removed: z.array(z.string()),
        }),
      ),
    }),
  }),
  preview: consoleEndpoint({
    method: 'POST',
    path: '/tariffs/preview',
    permission: edit,
    summary: 'Whom saving this tariff would touch; nothing is changed',
    input: DraftInput,
    output: Effect,
    failures: refusals,
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/tariffs/save',
    permission: edit,
    summary: 'Creates or changes a tariff; subscribers keep their price',
    input: DraftInput,
    output: Changed,
    failures: refusals,
  }),
  picture: consoleEndpoint({
    method: 'POST',
    path: '/tariffs/picture',
    permission: edit,
    summary: 'Stores the next piece of a tariff’s picture; the last one makes a picture of them',
    ...picturePiece,
  }),
  order: consoleEndpoint({
    method: 'POST',
    path: '/tariffs/order',
    permission: edit,
    summary: 'Puts the tariffs in this order on the site',
    input: z.object({ ids: z.array(id()).check(z.minLength(1), z.maxLength(1000)) }),
    output: Changed,
    failures: refusals,
  }),
  offer: consoleEndpoint({
    method: 'POST',
    path: '/tariffs/offer',
    permission: edit,
    summary: 'Offers a tariff, or stops offering it; subscribers keep it',
    input: z.object({ id: id(), offered: z.boolean() }),
    output: Changed,
    failures: refusals,
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/tariffs/remove',
    permission: edit,
    summary: 'Deletes a tariff that nobody has or had',
    input: z.object({ id: id() }),
    output: Changed,
    failures: refusals,
  }),
  previewPrice: consoleEndpoint({
    method: 'POST',
    path: '/tariffs/price/preview',
    permission: act,
    summary: 'Whom a price from a date on would touch; nothing is changed',
    input: z.object(PriceInput),
    output: Effect,
    failures: refusals,
  }),
  price: consoleEndpoint({
    method: 'POST',
    path: '/tariffs/price',
    permission: act,
    summary: 'Sets the price of a tariff’s periods of one length from a date on',
    input: z.object(PriceInput),
    output: Changed,
    failures: refusals,
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/tariffs/undo',
    permission: edit,
    summary: 'Takes a change of tariffs back; what was charged stays charged',
    ...undoOfSection,
  }),
}
