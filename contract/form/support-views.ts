/**
 * What a member of staff may request who sees the site as a subscriber. Everything else is refused by the form of the
 * token, before anything of the request is read.
 */
import type { Endpoint } from './endpoint.ts'

/** What a token of a support view begins with; no other token does. */
export const supportTokenPrefix = 'sv.'
/** How long a view lasts, and how long its code may be used. */
export const supportViewSec = 900
export const supportCodeSec = 60
/** Before the language and the code, `en.<code>`, in the fragment: a browser sends a fragment to no server. */
export const supportFragment = '#support-view='
/** In the address of the page: it is no visit of the site. */
export const supportQuery = 'support-view'
export const supportDevices = ['computer', 'phone', 'tv'] as const
/** Of the bar: those of the console. */
export const supportBarLanguages = ['ru', 'uz', 'en'] as const
export type SupportDevice = (typeof supportDevices)[number]

/**
 * Endpoints with the viewer's data that are shown: none gives a secret, such as an address for other players, a card, a
 * receipt of a payment system or a key of a download.
 */
const shown: ReadonlySet<string> = new Set([
  ...['accounts.status', 'accounts.info', 'devices.list', 'streams.list', 'supportView.state'],
  ...['channels.list', 'channels.detail', 'channels.categories', 'channels.programmes'],
  ...['channels.url', 'channels.programmeUrl', 'films.url', 'blackouts.list'],
  ...['films.list', 'films.detail', 'films.episodes', 'recommendations.interesting', 'search.all'],
  ...['viewing.favourites', 'viewing.rating', 'viewing.positions', 'viewing.viewing', 'viewing.viewed'],
  ...['subscriptions.tariffs', 'subscriptions.list', 'subscriptions.cost', 'promotions.offers'],
  ...['paymentsHistory.list', 'notifications.list', 'messagePreferences.show'],
  ...['accountCity.show', 'pauses.offer'],
  ...['reminders.list', 'followed.list', 'recordings.list', 'profiles.list'],
  ...['broadcastTitles.list', 'broadcastTitles.detail', 'broadcastTitles.ofFilm'],
])

/** Whether an endpoint, named `subject.name`, may be requested in a support view. One that changes anything never is. */
export function isShownToSupport(name: string, { changes, access }: Endpoint): boolean {
  return !changes && (access === 'guest' || shown.has(name))
}
