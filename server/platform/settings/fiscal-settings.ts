/** The setting of fiscal receipts: one text of `name=value` with `&` between. */
import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { fieldsSetting } from './fields-setting.ts'

const systems = ['click', 'paynet', 'uzum', 'atmos'] as const

export interface FiscalSettings {
  /** The address of the service, without a slash at the end. */
  readonly origin: string
  readonly key: string
  /** The code of the service in the national catalogue (MXIK, ИКПУ): 17 digits. */
  readonly spic: string
  readonly packageCode: string
  readonly vatPercent: number
  /** What was sold, as the receipt says it. */
  readonly title: string
  /** Whose payments get receipts. */
  readonly systems: readonly (typeof systems)[number][]
  /** Payments since this day of Tashkent, as unix milliseconds. */
  readonly fromMs: number
}

/** `https://host`, or http to this machine. */
function isServiceAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return false
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
}

const forms = {
  origin: {
    form: /^[\x21-\x7e]{8,300}$/,
    problem: (value: string) => (isServiceAddress(value) ? undefined : 'origin= is no https address.'),
  },
  key: { form: /^[\x21-\x7e]{6,300}$/ },
  spic: { form: /^\d{17}$/ },
  package: { form: /^\d{1,20}$/ },
  vat: { form: /^\d{1,2}$/ },
  title: { form: /^[^\p{Cc}]{1,63}$/u },
  systems: {
    form: /^(?:click|paynet|uzum|atmos)(?:,(?:click|paynet|uzum|atmos)){0,3}$/,
  },
  from: {
    form: /^\d{4}-\d{2}-\d{2}$/,
    problem: (value: string) => (isCalendarDay(value) ? undefined : 'from= is no day.'),
  },
}

export const fiscalSettings = {
  EKRAN_FISCAL: {
    ...fieldsSetting(forms, (read): FiscalSettings => ({
      origin: read.origin.replace(/\/+$/, ''),
      ...{ key: read.key, spic: read.spic, packageCode: read.package, title: read.title },
      vatPercent: Number(read.vat),
      systems: systems.filter((one) => read.systems.split(',').includes(one)),
      fromMs: Date.parse(`${read.from}T00:00:00+05:00`),
    })),
    accepts:
      'origin=<address>&key=<key>&spic=<17 digits>&package=<code>&vat=<percent>&title=<service>&systems=uzum,click,paynet,atmos&from=2026-12-01',
    description:
      'Fiscal receipts for payments from that day on, through Uzum Fiscalization. Without it none are made. Payme makes ' +
      'its own. What an accountant must decide first: docs/guides/payment-systems.md.',
    secret: true as const,
  },
} as const
