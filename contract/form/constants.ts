/** Numbers the specification fixes, each with its reason. Money is in sums here, as the specification writes it. */

/** The largest number the database gives anything (an `integer`). */
export const largestId = 2_147_483_647
/** One account on up to 5 devices (specification, 1 and 9). */
export const deviceLimit = 5
/** Carries the device's own number with every call of a client that binds its session to the device. */
export const deviceHeader = 'x-ekran-device'
/** On every call of the site's own pages: they want addresses as paths, whatever name the site was reached by. */
export const pageHeader = 'x-ekran-page'
/** A password has at least this many characters and at most that many (NIST SP 800-63B: long ones are welcome). */
export const passwordMin = 8
export const passwordMax = 128
/** A one-time code has 6 digits (specification, 5 and 9), … */
export const codeLength = 6
/** … is good for five minutes and for five tries. */
export const codeLifeSec = 300
export const codeTries = 5
/** The day of the terms that are agreed to at registration. */
export const termsVersion = '2026-11-01'
/** The utm cookies last a year (specification, 9). */
export const utmCookieSec = 31_536_000
/** The archive keeps 7 days (specification, 1 and 9). */
export const archiveDays = 7
/** The guide covers 6 days back and 6 ahead (specification, 9). */
export const guideDaysBack = 6
export const guideDaysAhead = 6
/** The public tariff whose channels a guest sees (specification, 7: `tariff_id`, default 56). */
export const publicTariffId = 56
/** Tariffs never offered (specification, 3). */
export const excludedTariffIds: readonly number[] = [100, 101, 102, 103]
/** Categories hidden from the viewer, and the one shown first (specification, 3). */
export const hiddenCategoryIds: readonly number[] = [9, 10]
export const pinnedCategoryId = 7
/** The provider always appended to the list (specification, 3). */
export const extraProviderId = 3
/** Uzbek content (specification, 3). */
export const uzbekCategoryIds = {
  films: 254,
  serials: 255,
  concerts: 256,
  anime: 257,
  dorama: 258,
  children: 259,
} as const
/** Channels listed outside the national network (specification, 4: "only 24 fixed channel ids"). */
export const worldChannelCount = 24
/** The least and the most that one top-up may be, in sums (specification, 9). */
export const minTopUpSums = 1000
export const maxTopUpSums = 1_000_000
/** Tashkent keeps UTC+5 all year. */
export const tashkentOffsetMs = 5 * 3_600_000

/** The cookie that tells the server in which language to draw a page: `ru` or `uz`. */
export const languageCookie = 'lang'

/** The season that holds what stands beside a series' story: holiday episodes, making-ofs. It is listed last. */
export const specialsSeason = 0
