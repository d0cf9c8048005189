import * as z from 'zod/mini'
import { splitGatewayAddresses } from './gateway-address.ts'
import { alarmSettings } from './alarm-settings.ts'
import { appLinkSettings } from './app-link-settings.ts'
import { broadcastTitleSettings } from './broadcast-title-settings.ts'
import { catchupSettings } from './catchup-settings.ts'
import { guestSettings } from './guest-settings.ts'
import { logSettings } from './log-settings.ts'
import { merchantSettings } from './merchant-settings.ts'
import { didYouMean } from '#server/platform/primitives/nearest-name.ts'
import { protectionSettings } from './protection-settings.ts'
import { pushSettings } from './push-settings.ts'
import { recordingSettings } from './recording-settings.ts'
import { nodeSettings } from './node-settings.ts'
import { objectStoreSettings } from './object-store-settings.ts'
import { storageSettings } from './storage-settings.ts'
import { telegramSettings } from './telegram-settings.ts'
import {
  addressList,
  cardGatewayForm,
  explainSmsRoutes,
  voiceRouteForm,
  inBothLanguages,
  listOf,
  metricsFrom,
  onOrOff,
  webAddress,
  wholeNumber,
} from './setting-forms.ts'

/** One environment setting: how it is parsed, and its text in the guide. */
export interface Setting<Schema extends z.ZodMiniType> {
  readonly schema: Schema
  /** As an operator would write it; undefined without a default. */
  readonly default: string | undefined
  readonly unit?: string
  /** The accepted values, for the error message. */
  readonly accepts: string
  readonly description: string
  /** Its value must not be printed. */
  readonly secret?: true
  /** The exact error of a text, if it can be stated without showing a secret. */
  readonly explain?: (text: string) => string | undefined
}

function setting<Schema extends z.ZodMiniType>(described: Setting<Schema>): Setting<Schema> {
  return described
}

/** All settings. The guide (docs/guides/settings.md) is generated from this table. */
export const settings = {
  EKRAN_PORT: setting({
    schema: wholeNumber(0, 65_535),
    default: '8080',
    accepts: 'a port from 0 to 65535; 0 uses any free one',
    description: 'The port of the whole service: site, API and media.',
  }),
  EKRAN_HOST: setting({
    schema: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    default: '0.0.0.0',
    accepts: 'an address or name of this machine',
    description:
      'The address to listen on. The default listens on every network, because the televisions and phones ' +
      'of viewers are other machines; set 127.0.0.1 to listen only on this machine, or behind a proxy.',
  }),
  EKRAN_DATA: setting({
    schema: z.string().check(z.trim(), z.minLength(1)),
    default: './data',
    accepts: 'a folder; it is created if missing',
    description: 'All data of Ekran: its database, recordings and films, pictures, secrets.',
  }),
  DATABASE_URL: setting({
    schema: z.optional(webAddress(/^postgres(ql)?$/)),
    default: undefined,
    accepts: 'postgresql://user:password@host:5432/name',
    description:
      'An external PostgreSQL (15 or later). Without it Ekran runs the installed one, inside EKRAN_DATA.',
    secret: true,
  }),
  ...nodeSettings,
  EKRAN_DEMO: setting({
    schema: onOrOff,
    default: 'on',
    accepts: 'on or off',
    description: 'Demo channels, films and accounts, so that there is something to watch at once.',
  }),
  EKRAN_QUIET: setting({
    schema: onOrOff,
    default: 'off',
    accepts: 'on or off',
    description:
      'Quiet mode, for a copy: nothing is recorded, charged, sent or done in the background. `restore` sets it in ' +
      'the database, where `npm run ekran -- quiet off` ends it.',
  }),
  ...protectionSettings,
  ...logSettings,
  EKRAN_PUBLIC_URL: setting({
    schema: z.optional(webAddress(/^https?$/)),
    default: undefined,
    accepts: 'an http or https address',
    description:
      'The public address, such as https://tv.example.uz; used in external links, and as the prefix of the ' +
      'addresses of pictures, streams and programmes in responses to clients on other hosts. Without it the ' +
      'address of each request is used for links, and responses contain paths: a client adds the host it used. The ' +
      "site's own pages get paths in either case. The API, pictures and streams are open to pages of any origin.",
  }),
  EKRAN_TRUSTED_PROXIES: setting({
    schema: addressList,
    default: '',
    accepts: 'addresses or prefixes with commas between, such as 127.0.0.1,10.0.0.0/8',
    description: 'Proxies whose X-Forwarded-For is trusted. Without any, a forged header changes nothing.',
  }),
  EKRAN_METRICS_FROM: setting(metricsFrom),
  EKRAN_NETWORK_PREFIXES: setting({
    schema: z.optional(z.string().check(z.trim(), z.minLength(1))),
    default: undefined,
    accepts: 'the path of a text file with one prefix per line',
    description:
      'The prefixes of the national network (IPv4 and IPv6), `!` before one that is outside. The file is loaded when it ' +
      'changes, and its list stored in the database, for every Ekran on it, unless the stored one has a later date. ' +
      'Without it the list of `npm run ekran -- network import` is used, and without any list all clients ' +
      'count as inside.',
  }),
  EKRAN_NETWORK_PREFIXES_MAX_DAYS: setting({
    schema: wholeNumber(1, 3650),
    default: '180',
    unit: 'days',
    accepts: 'a whole number from 1 to 3650',
    description: 'A list of prefixes older than this causes a warning in the log once a day.',
  }),
  EKRAN_COMPANY: setting({
    schema: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    default: 'Ekran',
    accepts: 'the full name of a company',
    description: 'The provider of the service, as named in the terms of use.',
  }),
  EKRAN_SUPPORT_PHONE: setting({
    schema: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    default: '+998 71 200-00-00',
    accepts: 'a phone number in any notation',
    description: 'The number of the call centre, shown to viewers with a blocked account.',
  }),
  EKRAN_SUPPORT_TELEGRAM: setting({
    schema: z.optional(z.string().check(z.trim(), z.regex(/^https:\/\/t\.me\/\w{4,64}$/))),
    default: undefined,
    accepts: 'an address such as https://t.me/ekran_support',
    description: 'The support contact in Telegram; shown on the pages about the service.',
  }),
  EKRAN_SUPPORT_EMAIL: setting({
    schema: z.optional(z.string().check(z.trim(), z.maxLength(200), z.email())),
    default: undefined,
    accepts: 'an e-mail address',
    description: 'The support e-mail address; shown on the pages about the service.',
  }),
  EKRAN_SUPPORT_HOURS: setting({
    schema: inBothLanguages,
    default: undefined,
    accepts: 'a text for both languages, or Russian and Uzbek with | between',
    description: 'The hours of the call centre, shown after its number: `круглосуточно | kecha-yu kunduz`.',
  }),
  EKRAN_OFFICE_ADDRESS: setting({
    schema: inBothLanguages,
    default: undefined,
    accepts: 'a text for both languages, or Russian and Uzbek with | between',
    description: 'The address of the company’s office, shown on the pages about the service.',
  }),
  EKRAN_ANDROID_APP: setting({
    schema: z.optional(webAddress(/^https$/)),
    default: undefined,
    accepts: 'an https address',
    description:
      'The store address of the Android app, unless `releases set android --store` sets it. ' +
      'Without either the page /android describes only the browser.',
  }),
  ...appLinkSettings,
  EKRAN_LG_APP: setting({
    schema: z.optional(webAddress(/^https$/)),
    default: undefined,
    accepts: 'an https address',
    description: 'The same for LG televisions and the page /lg.',
  }),
  EKRAN_SAMSUNG_APP: setting({
    schema: z.optional(webAddress(/^https$/)),
    default: undefined,
    accepts: 'an https address',
    description: 'The same for Samsung televisions and the page /samsung.',
  }),
  EKRAN_CAST_APP_ID: setting({
    schema: z.optional(z.string().check(z.trim(), z.regex(/^[\dA-Fa-f]{8}$/))),
    default: undefined,
    accepts: 'the id of a receiver application, eight characters such as 0A1B2C3D',
    description:
      'The id that Google gave to the receiver application of this server. With it the player can cast to ' +
      'televisions with Google Cast, and pages may load scripts from www.gstatic.com. See docs/guides/casting.md.',
  }),
  EKRAN_SMS_ROUTES: setting({
    schema: z.pipe(
      z.string().check(z.refine((text) => explainSmsRoutes(text) === undefined)),
      z.transform(splitGatewayAddresses),
    ),
    default: '',
    accepts:
      'addresses with blanks or commas between, each as smpp://user:password@host:2775?from=EKRAN, ' +
      'eskiz+https://email:password@notify.eskiz.uz?from=4546 or ' +
      'playmobile+https://login:password@send.smsxabar.uz?from=3700',
    description:
      'The gateways that send SMS, the preferred one first; when one fails the next is used. In the password ' +
      'write `%40` for `@`, `%2C` for a comma, `%23` for `#`. See docs/guides/messages.md.',
    secret: true,
    explain: explainSmsRoutes,
  }),
  EKRAN_VOICE_ROUTE: setting(voiceRouteForm),
  ...alarmSettings,
  ...pushSettings,
  ...telegramSettings,
  EKRAN_CARD_GATEWAY: setting(cardGatewayForm),
  ...merchantSettings,
  EKRAN_REGISTRATION: setting({
    schema: z.pipe(
      listOf(/^(?:sms|call|captcha|off)$/),
      z.pipe(
        z.transform((ways: string[]) => (ways.length === 1 && ways[0] === 'off' ? [] : ways)),
        z.array(z.enum(['sms', 'call', 'captcha'])),
      ),
    ),
    default: 'sms,call,captcha',
    accepts: 'off, or some of sms, call, captcha with commas between',
    description:
      'The ways to register: a code by SMS, a code spoken by a call, or only a solved captcha, which creates an ' +
      'account without a phone. A way without a working gateway is not offered.',
  }),
  EKRAN_REGISTRATION_CLIENTS: setting({
    schema: listOf(/^[\w-]{1,20}$/),
    default: '1',
    accepts: 'client ids with commas between',
    description: 'The client ids that may register. A client that sends none has 1, the site itself.',
  }),
  EKRAN_ACTIVATION_PERIODS: setting({
    schema: z.pipe(
      listOf(/^[1-9]\d{0,2}$/),
      z.transform((days: string[]) => days.map(Number)),
    ),
    default: '10',
    unit: 'days',
    accepts: 'whole numbers from 1 to 999 with commas between',
    description: 'The accepted values of auto_activation_period in a registration.',
  }),
  EKRAN_CODES_PER_HOUR: setting({
    schema: wholeNumber(1, 1_000_000),
    default: '1000',
    accepts: 'a whole number from 1 to 1000000',
    description: 'The maximum of one-time codes per hour in all: it limits the cost of SMS abuse.',
  }),
  EKRAN_TICKET_SECONDS: setting({
    schema: wholeNumber(60, 86_400),
    default: '300',
    unit: 'seconds',
    accepts: 'a whole number from 60 to 86400',
    description: 'How long a playback address is valid.',
  }),
  EKRAN_ENCRYPT: setting({
    schema: onOrOff,
    default: 'off',
    accepts: 'on or off',
    description:
      'Films and trailers are encrypted, with a key that requires the viewer’s ticket (HLS AES-128): a copied file or ' +
      'address is useless. Browsers decrypt only on https. Nothing has to be packaged again.',
  }),
  EKRAN_ARCHIVE_LEAD_SECONDS: setting({
    schema: wholeNumber(0, 900),
    default: '30',
    unit: 'seconds',
    accepts: 'a whole number from 0 to 900',
    description:
      'A programme in the archive of a recorded channel can be rewound this far before its time in the guide; ' +
      'it starts at its time.',
  }),
  EKRAN_ARCHIVE_LAG_SECONDS: setting({
    schema: wholeNumber(0, 1800),
    default: '120',
    unit: 'seconds',
    accepts: 'a whole number from 0 to 1800',
    description: 'It can be watched this long after its end in the guide, since programmes run late.',
  }),
  ...recordingSettings,
  ...catchupSettings,
  ...guestSettings,
  ...broadcastTitleSettings,
  EKRAN_FILMS_INBOX: setting({
    schema: z.optional(z.string().check(z.trim(), z.minLength(1))),
    default: undefined,
    accepts: 'the path of a folder',
    description:
      'A folder that is scanned every minute for films and series, as `npm run ekran -- import films` imports them. ' +
      'A file is imported when it did not change between two scans, and must stay until it is packaged. Films that are ' +
      'uploaded in the console go there too; without it they go to `uploads` in the data folder, and only that is watched.',
  }),
  ...storageSettings,
  ...objectStoreSettings,
  EKRAN_FFMPEG: setting({
    schema: z.optional(z.string().check(z.trim(), z.minLength(1))),
    default: undefined,
    accepts: 'the path of a program',
    description: 'Another ffmpeg. Without it the one of the installed package is used.',
  }),
  EKRAN_FFPROBE: setting({
    schema: z.optional(z.string().check(z.trim(), z.minLength(1))),
    default: undefined,
    accepts: 'the path of a program',
    description: 'The ffprobe that goes with it.',
  }),
  EKRAN_STATEMENT_TIMEOUT_MS: setting({
    schema: wholeNumber(100, 60_000),
    default: '2000',
    unit: 'milliseconds',
    accepts: 'a whole number from 100 to 60000',
    description:
      'The timeout of a database statement of a request; the request then gets the failure `busy`.',
  }),
  EKRAN_JOB_STATEMENT_TIMEOUT_MS: setting({
    schema: wholeNumber(1000, 3_600_000),
    default: '300000',
    unit: 'milliseconds',
    accepts: 'a whole number from 1000 to 3600000',
    description: 'The same for background jobs and imports.',
  }),
  EKRAN_DATABASE_CONNECTIONS: setting({
    schema: wholeNumber(2, 200),
    default: '16',
    accepts: 'a whole number from 2 to 200',
    description: 'The maximum of database connections for requests; jobs have a few of their own.',
  }),
} as const

export type SettingName = keyof typeof settings
/** The settings as values; undefined without a value and a default. */
export type Settings = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> }

export type ReadSettings =
  | { readonly kind: 'read'; readonly settings: Settings }
  /** One sentence per error, with the setting's name and what to do. */
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Parses the environment. An empty value counts as absent; an unknown `EKRAN_…` is refused, because it is a mistake.
 */
export function readSettings(environment: Environment): ReadSettings {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, described] of Object.entries<Setting<z.ZodMiniType>>(settings)) {
    const text = isWritten(environment[name]) ? environment[name] : described.default
    const parsed = z.safeParse(described.schema, text)
    if (parsed.success) values[name] = parsed.data
    else problems.push(wrongValue(name, described, text))
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith('EKRAN_') && !Object.hasOwn(settings, name)) problems.push(unknownName(name))
  }
  if (problems.length > 0) return { kind: 'refused', problems }
  // Each value was parsed above with the schema of its own name.
  return { kind: 'read', settings: values as Settings }
}

/** Whether the environment has a value; an empty one counts as absent. */
export function isWritten(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}

/** One value in the format of the environment. `problem` is a sentence in English that shows no secret. */
export function parseSetting<Name extends SettingName>(
  name: Name,
  text: string,
):
  | { readonly kind: 'read'; readonly value: Settings[Name] }
  | { readonly kind: 'wrong'; readonly problem: string } {
  const described: Setting<z.ZodMiniType> = settings[name]
  const parsed = z.safeParse(described.schema, text)
  // The schema is that of the name.
  if (parsed.success) return { kind: 'read', value: parsed.data as Settings[Name] }
  return { kind: 'wrong', problem: described.explain?.(text) ?? `Give ${described.accepts}.` }
}

function wrongValue(name: string, described: Setting<z.ZodMiniType>, text: string | undefined): string {
  const shown = described.secret === true ? 'its value' : `"${(text ?? '').slice(0, 100)}"`
  const remedy =
    described.default === undefined ? 'leave it out' : `leave it out for ${described.default || 'none'}`
  const reason = text === undefined ? undefined : described.explain?.(text)
  const why = reason === undefined ? '' : ` ${reason}`
  return `${name}: ${shown} is not accepted.${why} Give ${described.accepts}, or ${remedy}.`
}

function unknownName(name: string): string {
  const suggestion = didYouMean(name, Object.keys(settings))
  return `${name} is not a setting.${suggestion} All of them: docs/guides/settings.md.`
}
