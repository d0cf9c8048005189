/** What the service is called and looks like, and the steps of a first run. */
import * as z from 'zod/mini'
import { text, whole } from '#contract/form/fields.ts'
import { undoOfSection } from './changes.ts'
import { formNamed } from '#contract/form/field-forms.ts'
import { shownPhone } from '#contract/form/phone.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { maxPicturePieceBytes, picturePiece, pictureVersion } from './pictures.ts'

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

/** A host name without a scheme and a port, such as `tv.example.uz`; letters of other scripts as `xn--…`. */
const hostForm = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z][a-z\d-]{0,61}[a-z\d])$/
/** Several host names with blanks, commas or line breaks between; an address is cut to its host. */
const hosts = z.pipe(
  z.pipe(
    text(3000),
    z.transform((typed: string) => hostsIn(typed)),
  ),
  z
    .array(z.string())
    .check(
      z.refine(
        (names) => names.length <= 20 && names.every((name) => hostForm.test(name)),
        formNamed('hosts'),
      ),
    ),
)

function hostsIn(typed: string): string[] {
  const words = typed.toLowerCase().split(/[\s,;]+/)
  const names = words.map((word) => word.replace(/^https?:\/\//, '').replace(/(?::\d+)?(?:\/.*)?$/, ''))
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The largest font: it fits into a request, and pages that wait for it stay light. */
export const maxFontBytes = maxPicturePieceBytes

/** The version of a stored font; '' for the built-in one. */
const fontVersion = z.string().check(z.regex(/^(?:[0-9a-f]{20})?$/))

/** `@name` or an address, stored as an address. */
const telegram = z.pipe(
  z.pipe(
    text(100),
    z.transform((typed: string) => typed.replace(/^(?:@|(?:https?:\/\/)?t\.me\/)(?=\w)/, 'https://t.me/')),
  ),
  z.string().check(z.regex(/^(?:https:\/\/t\.me\/\w{4,64})?$/, formNamed('telegram'))),
)
const email = text(200).check(z.regex(/^(?:[^\s@]+@[^\s@]+\.[^\s@.]+)?$/, formNamed('email')))

/** What can be set of a service; '' stands for the built-in value, for contacts that of the environment. */
const serviceFields = {
  name_ru: text(40),
  name_uz: text(40),
  short_name: text(20),
  picture: pictureVersion,
  icon: pictureVersion,
  font: z._default(fontVersion, ''),
  /** The bold one of a font with one weight in each file. */
  font_bold: z._default(fontVersion, ''),
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
  support_email: email,
  support_telegram: telegram,
  hours_ru: text(100),
  hours_uz: text(100),
  company: text(200),
  address_ru: text(300),
  address_uz: text(300),
  default_language: z.enum(['ru', 'uz', '']),
  /** None for the main service, which has every host that belongs to no other one. */
  hosts,
}
const serviceRefusals = [
  'changed_since',
  'not_found',
  'picture_refused',
  'font_missing',
  'font_bold_alone',
  'accent_contrast',
  'action_contrast',
  'host_taken',
  'brand_needs_host',
  'brand_needs_name',
  'brands_full',
] as const

const ServiceShown = z.object({
  service_id: z.int(),
  version: z.int(),
  name_ru: z.string(),
  name_uz: z.string(),
  short_name: z.string(),
  picture: z.string(),
  icon: z.string(),
  font: z.string(),
  font_bold: z.string(),
  accent: z.string(),
  action: z.string(),
  support_phone: z.string(),
  support_email: z.string(),
  support_telegram: z.string(),
  hours_ru: z.string(),
  hours_uz: z.string(),
  company: z.string(),
  address_ru: z.string(),
  address_uz: z.string(),
  default_language: z.enum(['ru', 'uz', '']),
  /** One a line. */
  hosts: z.string(),
})

const FontFile = z.object({
  /** '' for a font without a name. */
  family: z.string(),
  /** The same twice for a font of one weight. */
  weight_from: z.int(),
  weight_to: z.int(),
  /** Where the site serves it. */
  address: z.string(),
})

const whichService = z._default(whole(1, 2_147_483_647), 1)

export const consoleService = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/service/list',
    permission: view,
    summary: 'The services of this installation, the main one first',
    input: z.object({}),
    output: z.array(
      z.object({
        service_id: z.int(),
        version: z.int(),
        name_ru: z.string(),
        name_uz: z.string(),
        /** The address of the logo; '' for none. */
        image: z.string(),
        accent: z.string(),
        action: z.string(),
        hosts: z.array(z.string()),
      }),
    ),
  }),
  names: consoleEndpoint({
    method: 'GET',
    path: '/service/names',
    permission: 'own',
    summary: 'The brands of this installation by name, the main one first',
    input: z.object({}),
    output: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  show: consoleEndpoint({
    method: 'GET',
    path: '/service',
    permission: view,
    summary: 'What a service is called and looks like; the main one when none is named',
    input: z.object({ service_id: whichService }),
    output: z.extend(ServiceShown, {
      /** The addresses of the logo and the icon; '' for none. */
      image: z.string(),
      icon_image: z.string(),
      /** What its fonts are; null for none. */
      font_file: z.nullable(FontFile),
      font_bold_file: z.nullable(FontFile),
      /** What viewers see where nothing is set here. */
      built_in: z.object({
        support_phone: z.string(),
        support_email: z.string(),
        support_telegram: z.string(),
        hours_ru: z.string(),
        hours_uz: z.string(),
        company: z.string(),
        address_ru: z.string(),
        address_uz: z.string(),
      }),
    }),
    failures: ['not_found'],
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/service/save',
    permission: edit,
    summary: 'Changes what a service is called and looks like; an empty field is the built-in value',
    input: z.object({
      /** 0 adds a service of another name, for hosts of its own. */
      service_id: z._default(whole(0, 2_147_483_647), 1),
      /** The version that was shown, 0 for a new one: a newer version refuses the change. */
      version: whole(0, 2_147_483_647),
      ...serviceFields,
    }),
    output: z.object({ change_id: z.int(), id: z.int() }),
    failures: serviceRefusals,
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/service/remove',
    permission: edit,
    summary: 'Removes a service beside the main one; its hosts show the main one from then on',
    input: z.object({ service_id: whole(2, 2_147_483_647), version: whole(1, 2_147_483_647) }),
    output: z.object({ change_id: z.int(), id: z.int() }),
    failures: ['changed_since', 'not_found'],
  }),
  picture: consoleEndpoint({
    method: 'POST',
    path: '/service/picture',
    permission: edit,
    summary: 'Stores the next piece of a logo; the last one makes a picture of them',
    ...picturePiece,
  }),
  iconPicture: consoleEndpoint({
    method: 'POST',
    path: '/service/icon',
    permission: edit,
    summary: 'Stores the next piece of an icon; the last one makes a picture of them',
    ...picturePiece,
  }),
  font: consoleEndpoint({
    method: 'POST',
    path: '/service/font',
    permission: edit,
    summary: 'Stores a font for a service: WOFF2 with the letters of Russian and Uzbek',
    input: z.object({
      /** The file in base64. */
      bytes: z.string().check(
        z.maxLength(250_000),
        z.refine(
          (bytes) => bytes.length <= Math.ceil(maxFontBytes / 3) * 4 && /^[A-Za-z\d+/]+={0,2}$/.test(bytes),
          formNamed('font'),
        ),
      ),
    }),
    output: z.extend(FontFile, { font: z.string() }),
    failures: ['font_not_woff2', 'font_lacks_letters'],
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
