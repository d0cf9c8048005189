/** The settings of payment systems that call us: each is one text of `name=value` with `&` between. */
import { isOwnOrSecure } from './secure-address.ts'
import { isAddressOrPrefix } from '#server/platform/primitives/ip-address.ts'
import { fiscalSettings } from './fiscal-settings.ts'
import { fieldsSetting, type FieldForms, type FieldValues } from './fields-setting.ts'

/** For every system: the networks it calls from; empty means any. */
interface FromNetworks {
  readonly networks: readonly string[]
}

export interface PaymeSettings extends FromNetworks {
  readonly merchant: string
  readonly key: string
  /** The field of the account that holds the subscriber number, as set up in Payme's cabinet. */
  readonly account: string
  readonly checkout: string
  /** The fiscal receipt's data; undefined without a code of goods. */
  readonly receipt:
    | {
        readonly ikpu: string
        readonly packageCode: string
        readonly vatPercent: number
        readonly title: string
      }
    | undefined
}

export interface ClickSettings extends FromNetworks {
  readonly service: string
  readonly merchant: string
  readonly secret: string
  readonly checkout: string
  /** The user of the merchant API, which reverses payments; undefined: refunds are made by hand. */
  readonly user: string | undefined
  /** The address of that API, without a slash at the end. */
  readonly api: string
}

export interface PaynetSettings extends FromNetworks {
  readonly login: string
  readonly password: string
  /** Undefined: any service id is accepted. */
  readonly service: string | undefined
  /** The unit of a balance, which differs between contracts; `sum` is sent as text, `tiyin` as numbers. */
  readonly units: 'sum' | 'tiyin'
  /** A repeated cancellation: `echo` repeats the first response, `refuse` responds 202. */
  readonly again: 'echo' | 'refuse'
  /** Our id in payment links; without it there are none. */
  readonly merchant: string | undefined
  /** With `{merchant}`, `{abonement}` and `{tiyin}`. */
  readonly link: string
}

export interface UzumSettings extends FromNetworks {
  readonly login: string
  readonly password: string
  readonly service: number
  /** The field of `params` that holds the subscriber number. */
  readonly account: string
  readonly checkout: string
}

const word = /^\w{1,40}$/
const secret = /^[\x21-\x7e]{6,200}$/
const login = /^[\x21-\x39\x3b-\x7e]{1,100}$/
const web = /^https?:\/\/[\x21-\x7e]{3,300}$/
const networks = {
  form: /^[\da-fA-F:./,]{0,1000}$/,
  default: '',
  problem: (value: string) =>
    listed(value).every(isAddressOrPrefix)
      ? undefined
      : 'networks= holds something that is no address or prefix.',
}

const paymeForms = {
  merchant: { form: /^[0-9a-f]{24}$/ },
  key: { form: secret },
  account: { form: word, default: 'abonement' },
  networks,
  checkout: { form: web, default: 'https://checkout.paycom.uz' },
  ikpu: { form: /^(\d{17})?$/, default: '' },
  package: { form: /^\d{0,20}$/, default: '' },
  vat: { form: /^\d{1,2}$/, default: '12' },
  title: { form: /^[^\p{Cc}]{0,60}$/u, default: '' },
}
const clickForms = {
  service: { form: /^\d{1,12}$/ },
  merchant: { form: /^\d{1,12}$/ },
  secret: { form: secret },
  networks,
  checkout: { form: web, default: 'https://my.click.uz/services/pay' },
  user: { form: /^\d{0,12}$/, default: '' },
  api: {
    form: web,
    default: 'https://api.click.uz/v2/merchant',
    problem: (value: string) => (isOwnOrSecure(value) ? undefined : 'api= is no https address.'),
  },
}
const paynetForms = {
  login: { form: login },
  password: { form: secret },
  service: { form: /^\d{0,12}$/, default: '' },
  units: { form: /^(?:sum|tiyin)$/, default: 'sum' },
  again: { form: /^(?:echo|refuse)$/, default: 'echo' },
  merchant: { form: /^\w{0,40}$/, default: '' },
  networks,
  link: { form: web, default: 'https://app.paynet.uz/?m={merchant}&c={abonement}&a={tiyin}' },
}
const uzumForms = {
  login: { form: login },
  password: { form: secret },
  service: { form: /^\d{1,12}$/ },
  account: { form: word, default: 'account' },
  networks,
  checkout: { form: web, default: 'https://www.uzumbank.uz/open-service' },
}

const described = 'Without it this system is off. See docs/guides/payment-systems.md.'

export const merchantSettings = {
  EKRAN_PAYME: merchantSetting(
    paymeForms,
    (read): PaymeSettings => ({
      ...read,
      networks: listed(read.networks),
      receipt:
        read.ikpu === ''
          ? undefined
          : {
              ikpu: read.ikpu,
              packageCode: read.package,
              vatPercent: Number(read.vat),
              title: read.title,
            },
    }),
    'merchant=<24 hex digits>&key=<key of the cash desk>, and perhaps networks=, account=, ikpu=, package=, vat=, title=, checkout=',
    `Payments through Payme. ${described}`,
  ),
  EKRAN_CLICK: merchantSetting(
    clickForms,
    (read): ClickSettings => ({
      ...read,
      networks: listed(read.networks),
      user: read.user === '' ? undefined : read.user,
      api: read.api.replace(/\/+$/, ''),
    }),
    'service=<number>&merchant=<number>&secret=<secret key>, and perhaps networks=, checkout=, user=<merchant user>, api=',
    `Payments through Click, with user= also refunds by its merchant API. ${described}`,
  ),
  EKRAN_PAYNET: merchantSetting(
    paynetForms,
    (read): PaynetSettings => ({
      ...read,
      networks: listed(read.networks),
      service: read.service === '' ? undefined : read.service,
      merchant: read.merchant === '' ? undefined : read.merchant,
      units: read.units === 'tiyin' ? 'tiyin' : 'sum',
      again: read.again === 'refuse' ? 'refuse' : 'echo',
    }),
    'login=<login>&password=<password>, and perhaps service=, networks=, units=sum|tiyin, again=echo|refuse, merchant=, link=',
    `Payments through Paynet. ${described}`,
  ),
  EKRAN_UZUM: merchantSetting(
    uzumForms,
    (read): UzumSettings => ({
      ...read,
      networks: listed(read.networks),
      service: Number(read.service),
    }),
    'login=<login>&password=<password>&service=<number>, and perhaps networks=, account=, checkout=',
    `Payments through Uzum Bank. ${described}`,
  ),
  ...fiscalSettings,
} as const

function merchantSetting<Name extends string, Settings>(
  forms: FieldForms<Name>,
  settingsOf: (read: FieldValues<Name>) => Settings,
  accepts: string,
  description: string,
) {
  return { ...fieldsSetting(forms, settingsOf), accepts, description, secret: true as const }
}

function listed(text: string) {
  return text.split(',').filter((entry) => entry !== '')
}
