/** The settings of the services that send push messages: each is one text of `name=value` with `&` between. */
import { fieldsSetting, type FieldForms, type FieldValues } from './fields-setting.ts'
import { isOwnOrSecure } from './secure-address.ts'
import { parseApnsKey, parseServiceAccount, type ReadKey } from './push-keys.ts'

export interface FcmSettings {
  /** The path of the service account's JSON file; '' with `account`. */
  readonly key: string
  /** The text of that file instead; '' with `key`. */
  readonly account: string
  /** Where messages are sent; tokens are fetched from where the JSON file says. */
  readonly origin: string
}

export interface ApnsSettings {
  /** The path of the .p8 file; '' with `p8`. */
  readonly key: string
  /** The text of that file instead; '' with `key`. */
  readonly p8: string
  readonly keyId: string
  readonly team: string
  /** The app's bundle id. */
  readonly topic: string
  readonly origin: string
}

const path = /^[^\p{Cc}]{0,500}$/u
const tenCharacters = /^[A-Z0-9]{10}$/
const origin = /^https?:\/\/[\w.[\]:-]{1,200}$/
const apnsOrigins = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
} as const

const fcmOrigin = 'https://fcm.googleapis.com'
/** Those of Google and Apple. */
export const pushOrigins: readonly string[] = [fcmOrigin, ...Object.values(apnsOrigins)]

/** A key is up to a few thousand characters. */
const keyText = /^[^\0]{0,8000}$/

const fcmForms = {
  key: { form: path, default: '' },
  account: {
    form: keyText,
    default: '',
    problem: (text: string) => keyProblem('account', text === '' ? undefined : parseServiceAccount(text)),
  },
  origin: { form: origin, default: fcmOrigin, problem: originProblem },
}
const apnsForms = {
  key: { form: path, default: '' },
  p8: {
    form: keyText,
    default: '',
    problem: (text: string) => keyProblem('p8', text === '' ? undefined : parseApnsKey(text)),
  },
  key_id: { form: tenCharacters },
  team: { form: tenCharacters },
  topic: { form: /^[\w.-]{1,255}$/ },
  host: { form: /^(?:production|sandbox)$/, default: 'production' },
  origin: { form: /^$|^https?:\/\/[\w.[\]:-]{1,200}$/, default: '', problem: originProblem },
}

function originProblem(text: string): string | undefined {
  return text === '' || isOwnOrSecure(text) ? undefined : 'origin= is no https address.'
}

function keyProblem(name: string, read: ReadKey<unknown> | undefined): string | undefined {
  return read?.kind === 'wrong' ? `${name}= cannot be used: ${read.why}.` : undefined
}

/** One of a path and a text. */
function oneKey(path: string, text: string, name: string): string | undefined {
  if (path === '' && text === '') return 'key= is missing.'
  return path !== '' && text !== '' ? `key= and ${name}= are given both.` : undefined
}

export const pushSettings = {
  EKRAN_FCM: pushSetting(
    fcmForms,
    ({ key, account, origin: at }): FcmSettings => ({ key, account, origin: at }),
    ({ key, account }) => oneKey(key, account, 'account'),
    'key=<path of the service account’s JSON file>, and perhaps origin=',
    'Push messages to Android apps through Firebase Cloud Messaging.',
  ),
  EKRAN_APNS: pushSetting(
    apnsForms,
    ({ key, p8, key_id: keyId, team, topic, host, origin: at }): ApnsSettings => ({
      ...{ key, p8 },
      keyId,
      team,
      topic,
      origin: at || apnsOrigins[host === 'sandbox' ? 'sandbox' : 'production'],
    }),
    ({ key, p8 }) => oneKey(key, p8, 'p8'),
    'key=<path of the .p8 file>&key_id=<10 characters>&team=<10 characters>&topic=<bundle id>, and perhaps ' +
      'host=production|sandbox, origin=',
    'Push messages to iPhones through Apple’s Push Notification service.',
  ),
} as const

function pushSetting<Name extends string, Settings>(
  forms: FieldForms<Name>,
  settingsOf: (read: FieldValues<Name>) => Settings,
  together: (read: FieldValues<Name>) => string | undefined,
  accepts: string,
  what: string,
) {
  const description =
    `${what} Without it none are sent there. The file is read at the start, by processes with \`jobs\`. ` +
    'See docs/guides/push.md.'
  return {
    ...fieldsSetting(forms, settingsOf, together),
    ...{ accepts, description, secret: true as const },
  }
}
