/** Outside services as fields: what each is reached by, and how the fields become a value of the environment. */
import { guestWatchings } from '#contract/form/guest-watching.ts'
import type { OutsideServiceName } from '#contract/form/outside-services.ts'
import type { FieldForms } from '#server/platform/settings/fields-setting.ts'
import { parseSetting, type Setting, type SettingName, settings } from '#server/platform/settings/settings.ts'
import type * as z from 'zod/mini'

export interface ServiceField {
  readonly name: string
  readonly form: RegExp
  /** Used when the field is empty; a field without one is required. */
  readonly default?: string
  /** A further check; returns the error as text without the value. */
  readonly problem?: (value: string) => string | undefined
  readonly choices?: readonly string[]
  readonly isSecret?: true
  /** Says where the secrets are sent: once it changes they must be entered again. */
  readonly leads?: true
}

export type FieldTexts = Readonly<Record<string, string>>

export interface ServiceForm {
  /** The setting of the environment that it stands for. */
  readonly variable: SettingName
  readonly fields: readonly ServiceField[]
  /** The value in the format of the environment. */
  toText(texts: FieldTexts): string
}

const host = /^(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}|\[[\da-fA-F:.]{2,45}\])$/
const credential = /^[^\p{Cc}]{1,200}$/u
const hostField: ServiceField = { name: 'host', form: host, leads: true }
const portField: ServiceField = { name: 'port', form: /^\d{1,5}$/, default: '', leads: true }
const user: ServiceField = { name: 'user', form: credential }
const password: ServiceField = { name: 'password', form: credential, isSecret: true }

function scheme(first: string, ...more: readonly string[]): ServiceField {
  const choices = [first, ...more]
  return { name: 'scheme', form: /^[a-z+]{1,30}$/, default: first, choices, leads: true }
}

function optional(name: string, form: RegExp, choices?: readonly string[]): ServiceField {
  return { name, form, default: '', ...(choices === undefined ? {} : { choices: ['', ...choices] }) }
}

interface GatewayNames {
  readonly user: string
  readonly password: string
  /** Parameters of the address. */
  readonly parameters: readonly string[]
}

/** `scheme://user:password@host:port?parameter=…`; parameters without a value are left out. */
function addressOf(
  fields: readonly ServiceField[],
  { user: userName, password: passwordName, parameters }: GatewayNames,
) {
  return (texts: FieldTexts): string => {
    const at = (name: string) => texts[name] || (fields.find((field) => field.name === name)?.default ?? '')
    const isSmpp = at('scheme') === 'smpp'
    const query = new URLSearchParams()
    for (const name of parameters)
      if (at(name) !== '' && (isSmpp || !ofSmpp.includes(name))) query.set(name, at(name))
    const login =
      at(userName) === ''
        ? ''
        : `${encodeURIComponent(at(userName))}:${encodeURIComponent(at(passwordName))}@`
    const place = `${at('host')}${at('port') === '' ? '' : `:${at('port')}`}`
    const parameterText = query.toString()
    return `${at('scheme')}://${login}${place}${parameterText === '' ? '' : `?${parameterText}`}`
  }
}

/** Parameters that only SMPP has. */
const ofSmpp: readonly string[] = ['alphabet', 'type']

function sms(): ServiceForm {
  const fields: readonly ServiceField[] = [
    scheme('eskiz+https', 'playmobile+https', 'smpp', 'eskiz+http', 'playmobile+http'),
    ...[hostField, portField, user, password],
    optional('from', /^[A-Za-z0-9 ._-]{1,15}$/),
    optional('alphabet', /^(?:gsm|ascii)$/, ['gsm', 'ascii']),
    optional('type', /^[\x21-\x7e]{1,12}$/),
  ]
  const names = { user: 'user', password: 'password', parameters: ['from', 'alphabet', 'type'] }
  return { variable: 'EKRAN_SMS_ROUTES', fields, toText: addressOf(fields, names) }
}

function voice(): ServiceForm {
  const fields: readonly ServiceField[] = [
    scheme('ari+https', 'ari+http'),
    ...[hostField, portField, user, password],
    { name: 'endpoint', form: /^[\x21-\x7e]{0,200}\{phone\}[\x21-\x7e]{0,200}$/ },
    optional('context', /^[\w-]{1,79}$/),
    optional('extension', /^[\w*#-]{1,79}$/),
    optional('from', /^\+?\d{1,15}$/),
  ]
  const parameters = ['endpoint', 'context', 'extension', 'from']
  const toText = addressOf(fields, { user: 'user', password: 'password', parameters })
  return { variable: 'EKRAN_VOICE_ROUTE', fields, toText }
}

function cards(): ServiceForm {
  const fields: readonly ServiceField[] = [
    scheme('atmos+https', 'atmos+http'),
    ...[hostField, portField],
    { name: 'consumer_key', form: credential },
    { name: 'consumer_secret', form: credential, isSecret: true },
    { name: 'store', form: /^\d{1,10}$/ },
    optional('terminal', /^\w{1,20}$/),
    optional('tests', /^on$/, ['on']),
  ]
  const parameters = ['store', 'terminal', 'tests']
  const toText = addressOf(fields, { user: 'consumer_key', password: 'consumer_secret', parameters })
  return { variable: 'EKRAN_CARD_GATEWAY', fields, toText }
}

function mail(): ServiceForm {
  const fields: readonly ServiceField[] = [
    scheme('smtp', 'smtps'),
    ...[hostField, portField, { ...user, default: '' }, { ...password, default: '' }],
    { name: 'from', form: /^[^\s@<>]{1,100}@[^\s@<>]{1,200}$/ },
  ]
  const toText = addressOf(fields, { user: 'user', password: 'password', parameters: ['from'] })
  return { variable: 'EKRAN_MAIL', fields, toText }
}

/** The tokens of bots are part of addresses there: only this machine may be called without TLS. */
function unencrypted(address: string): string | undefined {
  const url = URL.parse(address)
  if (
    url === null ||
    (url.protocol === 'http:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname))
  )
    return 'an https address, or http to this machine'
  return undefined
}

const telegram: ServiceForm = {
  variable: 'EKRAN_TELEGRAM_API',
  fields: [{ name: 'address', form: /^https?:\/\/[\x21-\x7e]{3,300}$/, problem: unencrypted }],
  toText: ({ address = '' }) => address,
}

interface Marks {
  readonly secrets: readonly string[]
  readonly leading?: readonly string[]
  readonly choices?: Readonly<Record<string, readonly string[]>>
  /** Optional ones of the setting that are required here. */
  readonly required?: readonly string[]
}

/** A service whose setting is one text of `name=value` with `&` between. */
function byFields(
  variable: SettingName,
  forms: FieldForms<string>,
  { secrets, leading = [], choices = {}, required = [] }: Marks,
): ServiceForm {
  const fields = Object.entries(forms).map(([name, { default: standard, ...form }]): ServiceField => ({
    ...{ name, ...form },
    ...(standard === undefined || required.includes(name) ? {} : { default: standard }),
    ...(secrets.includes(name) ? { isSecret: true as const } : {}),
    ...(leading.includes(name) ? { leads: true as const } : {}),
    ...(choices[name] === undefined ? {} : { choices: choices[name] }),
  }))
  const toText = (texts: FieldTexts) =>
    new URLSearchParams(
      fields.flatMap(({ name }) => ((texts[name] ?? '') === '' ? [] : [[name, texts[name] ?? '']])),
    ).toString()
  return { variable, fields, toText }
}

/** Without the path of a key file: a path that is typed could lead to any file of the machine. */
function fcm(): ServiceForm {
  const { key: _, ...forms } = settings.EKRAN_FCM.forms
  return byFields('EKRAN_FCM', forms, { secrets: ['account'], leading: ['origin'], required: ['account'] })
}

function apns(): ServiceForm {
  const { key: _, ...forms } = settings.EKRAN_APNS.forms
  return byFields('EKRAN_APNS', forms, {
    ...{ secrets: ['p8'], leading: ['host', 'origin'], required: ['p8'] },
    choices: { host: ['production', 'sandbox'] },
  })
}

/** The secret goes where `api` leads, and nowhere else. */
function telegramBot(): ServiceForm {
  return byFields('EKRAN_TELEGRAM_BOT', settings.EKRAN_TELEGRAM_BOT.forms, {
    ...{ secrets: ['token'], leading: ['api'] },
    choices: { mode: ['polling', 'webhook'] },
  })
}

/** A setting of one value, in the format of the environment. */
function plain(variable: SettingName): ServiceForm {
  const { default: standard = '' }: Setting<z.ZodMiniType> = settings[variable]
  const field: ServiceField = {
    ...{ name: 'value', form: /^[^\p{Cc}]{1,1000}$/u },
    ...(standard === '' ? {} : { default: standard }),
    problem: (value) => {
      const parsed = parseSetting(variable, value)
      return parsed.kind === 'read' ? undefined : parsed.problem
    },
  }
  return { variable, fields: [field], toText: ({ value = '' }) => value || standard }
}

/** One value out of some. */
function choice(variable: SettingName, choices: readonly string[]): ServiceForm {
  const form = plain(variable)
  return { ...form, fields: form.fields.map((field) => ({ ...field, choices })) }
}

/** Each outside service with its fields. */
export const serviceForms: Readonly<Record<OutsideServiceName, ServiceForm>> = {
  sms: sms(),
  sms_spare: sms(),
  voice: voice(),
  cards: cards(),
  payme: byFields('EKRAN_PAYME', settings.EKRAN_PAYME.forms, { secrets: ['key'] }),
  click: byFields('EKRAN_CLICK', settings.EKRAN_CLICK.forms, { secrets: ['secret'], leading: ['api'] }),
  paynet: byFields('EKRAN_PAYNET', settings.EKRAN_PAYNET.forms, {
    secrets: ['password'],
    choices: { units: ['sum', 'tiyin'], again: ['echo', 'refuse'] },
  }),
  uzum: byFields('EKRAN_UZUM', settings.EKRAN_UZUM.forms, { secrets: ['password'] }),
  fiscal: byFields('EKRAN_FISCAL', settings.EKRAN_FISCAL.forms, { secrets: ['key'], leading: ['origin'] }),
  mail: mail(),
  telegram,
  ...{ telegram_bot: telegramBot(), fcm: fcm(), apns: apns() },
  webhook_hosts: plain('EKRAN_WEBHOOK_HOSTS'),
  registration: plain('EKRAN_REGISTRATION'),
  registration_clients: plain('EKRAN_REGISTRATION_CLIENTS'),
  activation_periods: plain('EKRAN_ACTIVATION_PERIODS'),
  codes_per_hour: plain('EKRAN_CODES_PER_HOUR'),
  upload_size: plain('EKRAN_UPLOAD_GB'),
  free_space: plain('EKRAN_FREE_SPACE_GB'),
  catchup_connections: plain('EKRAN_CATCHUP_CONNECTIONS'),
  catchup_space: plain('EKRAN_CATCHUP_GB'),
  archive_lead: plain('EKRAN_ARCHIVE_LEAD_SECONDS'),
  archive_lag: plain('EKRAN_ARCHIVE_LAG_SECONDS'),
  recording_days: plain('EKRAN_RECORDING_DAYS'),
  recording_total_hours: plain('EKRAN_RECORDING_TOTAL_HOURS'),
  guest_watching: choice('EKRAN_GUEST_WATCHING', guestWatchings),
  guest_streams: plain('EKRAN_GUEST_STREAMS'),
  shared_moments: choice('EKRAN_SHARED_MOMENTS', guestWatchings),
  broadcast_titles: choice('EKRAN_BROADCAST_TITLES', ['on', 'off']),
  broadcast_title_score: plain('EKRAN_BROADCAST_TITLE_SCORE'),
  network_list_days: plain('EKRAN_NETWORK_PREFIXES_MAX_DAYS'),
}

/** The settings of the environment that outside services stand for. */
export const serviceVariables: ReadonlySet<SettingName> = new Set(
  Object.values(serviceForms).map(({ variable }) => variable),
)
