/** The settings of the services that send push messages: each is one text of `name=value` with `&` between. */
import { fieldsSetting, type FieldForms, type FieldValues } from './fields-setting.ts'

export interface FcmSettings {
  /** The path of the service account's JSON file. */
  readonly key: string
  /** Where messages are sent; tokens are fetched from where the JSON file says. */
  readonly origin: string
}

export interface ApnsSettings {
  /** The path of the .p8 file. */
  readonly key: string
  readonly keyId: string
  readonly team: string
  /** The app's bundle id. */
  readonly topic: string
  readonly origin: string
}

const path = /^[^\p{Cc}]{1,500}$/u
const tenCharacters = /^[A-Z0-9]{10}$/
const origin = /^https?:\/\/[\w.[\]:-]{1,200}$/
const apnsOrigins = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
} as const

const fcmForms = {
  key: { form: path },
  origin: { form: origin, default: 'https://fcm.googleapis.com' },
}
const apnsForms = {
  key: { form: path },
  key_id: { form: tenCharacters },
  team: { form: tenCharacters },
  topic: { form: /^[\w.-]{1,255}$/ },
  host: { form: /^(?:production|sandbox)$/, default: 'production' },
  origin: { form: /^$|^https?:\/\/[\w.[\]:-]{1,200}$/, default: '' },
}

export const pushSettings = {
  EKRAN_FCM: pushSetting(
    fcmForms,
    ({ key, origin: at }): FcmSettings => ({ key, origin: at }),
    'key=<path of the service account’s JSON file>, and perhaps origin=',
    'Push messages to Android apps through Firebase Cloud Messaging.',
  ),
  EKRAN_APNS: pushSetting(
    apnsForms,
    ({ key, key_id: keyId, team, topic, host, origin: at }): ApnsSettings => ({
      key,
      keyId,
      team,
      topic,
      origin: at || apnsOrigins[host === 'sandbox' ? 'sandbox' : 'production'],
    }),
    'key=<path of the .p8 file>&key_id=<10 characters>&team=<10 characters>&topic=<bundle id>, and perhaps ' +
      'host=production|sandbox, origin=',
    'Push messages to iPhones through Apple’s Push Notification service.',
  ),
} as const

function pushSetting<Name extends string, Settings>(
  forms: FieldForms<Name>,
  settingsOf: (read: FieldValues<Name>) => Settings,
  accepts: string,
  what: string,
) {
  const description =
    `${what} Without it none are sent there. The file is read at the start, by processes with \`jobs\`. ` +
    'See docs/guides/push.md.'
  return { ...fieldsSetting(forms, settingsOf), accepts, description }
}
