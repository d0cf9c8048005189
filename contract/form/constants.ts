/** Numbers the specification fixes, each with its reason. Money is in sums here, as the specification writes it. */

/** The largest value of a database `integer`. */
export const largestId = 2_147_483_647
/** One account on up to 5 devices (specification, 1 and 9). */
export const deviceLimit = 5
/** The header with the device's own id, in every request of a client that binds its session to the device. */
export const deviceHeader = 'x-ekran-device'
/** In every request of the site's own pages: they need addresses as paths, for any host name of the site. */
export const pageHeader = 'x-ekran-page'
/** Minimum and maximum length of a password (NIST SP 800-63B: long ones should be allowed). */
export const passwordMin = 8
export const passwordMax = 128
/** A one-time code has 6 digits (specification, 5 and 9), … */
export const codeLength = 6
/** … is valid for five minutes and for five attempts. */
export const codeLifeSec = 300
export const codeTries = 5
/** The date of the terms that are accepted at registration. */
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
/** The minimum and the maximum of one top-up, in sums (specification, 9). */
export const minTopUpSums = 1000
export const maxTopUpSums = 1_000_000
/** Tashkent has UTC+5 all year. */
export const tashkentOffsetMs = 5 * 3_600_000

/** The cookie with the language in which the server renders a page: `ru` or `uz`. */
export const languageCookie = 'lang'

/** The season with extras of a series: holiday episodes, making-ofs. It is listed last. */
export const specialsSeason = 0

/** The widths of pictures, pixels. The server creates no other, so that no client can fill the disk. */
export const pictureWidths = [80, 160, 240, 320, 480, 640, 960, 1280, 1920] as const

/** Television's genres are these categories. */
export const televisionGenres: readonly number[] = [1, 2, 3, 4, 5, 6, 8]

/** The category of channels and the genre of programmes for children. */
export const childrenCategoryId = 5

/** The category "Popular" gathers channels by their additional categories; no channel has it as its own. */
export const gatheringCategoryId = 7
