/** What the service is called and looks like, and the steps of a first run. */
import * as z from 'zod/mini'
import { text, whole } from '#contract/form/fields.ts'
import { undoOfSection } from './changes.ts'
import { formNamed } from '#contract/form/field-forms.ts'
import { shownPhone } from '#contract/form/phone.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { picturePiece, pictureVersion } from './pictures.ts'

/** `#3ad0c3`, or '' for the built-in colour. */
const colour = z.pipe(
  z.pipe(
    text(7),
    z.transform((typed: string) => typed.toLowerCase()),
  ),
  z.string().check(z.regex(/^(?:#[0-9a-f]{6})?$/)),
)

const view = { section: 'settings', level: 'view' } as const
const edit = { section: 'settings', level: 'edit' } as const

const DemoCounts = z.object({
  channels: z.int(),
  titles: z.int(),
  collections: z.int(),
  /** Banners, news, pages of text and cinemas. */
  others: z.int(),
  accounts: z.int(),
})

export const consoleService = {
  show: consoleEndpoint({
    method: 'GET',
    path: '/service',
    permission: view,
    summary: 'What the service is called and looks like',
    input: z.object({}),
    output: z.object({
      version: z.int(),
      name_ru: z.string(),
      name_uz: z.string(),
      picture: z.string(),
      /** The address of the logo; '' for none. */
      image: z.string(),
      accent: z.string(),
      action: z.string(),
      support_phone: z.string(),
      default_language: z.enum(['ru', 'uz', '']),
      /** The number that viewers see while none is set here. */
      built_in_phone: z.string(),
    }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/service/save',
    permission: edit,
    summary: 'Changes what the service is called and looks like; an empty field is the built-in value',
    input: z.object({
      /** The version that was shown: a newer one refuses the change. */
      version: whole(1, 2_147_483_647),
      name_ru: text(40),
      name_uz: text(40),
      picture: pictureVersion,
      accent: colour,
      action: colour,
      /** Stored as it is shown: `+998 71 200-11-22`. */
      support_phone: z.pipe(
        z.string().check(
          z.maxLength(40),
          z.refine((phone) => shownPhone(phone) !== undefined, formNamed('support_phone')),
        ),
        z.transform((phone: string) => shownPhone(phone) ?? ''),
      ),
      default_language: z.enum(['ru', 'uz', '']),
    }),
    output: z.object({ change_id: z.int(), id: z.int() }),
    failures: ['changed_since', 'picture_refused', 'accent_contrast', 'action_contrast'],
  }),
  picture: consoleEndpoint({
    method: 'POST',
    path: '/service/picture',
    permission: edit,
    summary: 'Stores the next piece of a logo; the last one makes a picture of them',
    ...picturePiece,
  }),
  firstTariff: consoleEndpoint({
    method: 'POST',
    path: '/service/first-tariff',
    permission: { section: 'billing', level: 'act' },
    summary: 'Creates the base tariff of a service that has none, with every channel',
    input: z.object({
      name_ru: text(100, 1),
      name_uz: text(100, 1),
      /** Soʻm for 30 days. */
      price: whole(0, 1_000_000_000),
    }),
    output: z.object({ tariff_id: z.int(), channels: z.int() }),
    failures: ['tariff_exists', 'tariff_opens_nothing'],
  }),
  endFirstRun: consoleEndpoint({
    method: 'POST',
    path: '/service/first-run/end',
    permission: edit,
    summary: 'Ends the first run: the watched folder takes its films from now on',
    input: z.object({}),
    output: z.object({}),
  }),
  demo: consoleEndpoint({
    method: 'GET',
    path: '/service/demo',
    permission: view,
    summary: 'How much of the demo there is',
    input: z.object({}),
    output: z.object({
      /** Null when the demo never ran here, or was removed. */
      demo: z.nullable(DemoCounts),
    }),
  }),
  removeDemo: consoleEndpoint({
    method: 'POST',
    path: '/service/remove-demo',
    permission: { section: 'settings', level: 'act' },
    summary: 'Removes the channels, films, texts and accounts of the demo; no later start brings them again',
    input: z.object({}),
    output: DemoCounts,
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/service/undo',
    permission: edit,
    summary: 'Takes a change of the service’s settings back',
    ...undoOfSection,
  }),
}
