/**
 * The visitor's origin: stored in cookies for a year from the first page whose address contains it, and sent at
 * registration (ACC-13). A dealer's number and a promo code are handled the same way.
 */
import { utmCookieSec } from '#contract/form/constants.ts'

/** Name of the parameter and of its cookie → the maximum length the registration accepts. */
const stored = {
  utm_source: 200,
  utm_medium: 200,
  utm_campaign: 200,
  dealer_id: 20,
  promo: 40,
} as const
export type Arrival = Partial<Record<keyof typeof stored, string>>

const names = Object.keys(stored) as (keyof typeof stored)[]

function isUtm(name: string) {
  return name.startsWith('utm_')
}

/**
 * The `document.cookie` values for the parameters of an address; a new campaign replaces all values of the previous
 * one.
 */
export function cookiesOf(search: string, secure: boolean): string[] {
  const params = new URLSearchParams(search)
  const valueOf = (name: keyof typeof stored) => (params.get(name) ?? '').trim().slice(0, stored[name])
  const isCampaign = names.some((name) => isUtm(name) && valueOf(name) !== '')
  return names.flatMap((name) => {
    const value = valueOf(name)
    if (value === '') return isCampaign && isUtm(name) ? [cookie(name, '', 0, secure)] : []
    return [cookie(name, value, utmCookieSec, secure)]
  })
}

function cookie(name: string, value: string, lifeSec: number, secure: boolean) {
  return `${name}=${encodeURIComponent(value)}; Max-Age=${lifeSec}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The values in `document.cookie`. */
export function arrivalIn(cookies: string): Arrival {
  const result: Arrival = {}
  for (const pair of cookies.split(/;\s*/)) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const match = names.find((one) => one === name)
    if (match !== undefined && value !== '') result[match] = decoded(value).slice(0, stored[match])
  }
  return result
}

/** Another program on this site may have written an invalid value. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Called at the start of every page whose address names an origin. */
export function rememberArrival(search: string): void {
  for (const cookie of cookiesOf(search, location.protocol === 'https:')) document.cookie = cookie
}

/** A dealer's number that the server rejected is not sent again. */
export function forgetDealer(): void {
  document.cookie = cookie('dealer_id', '', 0, location.protocol === 'https:')
}

export function arrival(): Arrival {
  return arrivalIn(document.cookie)
}
