/** Numbers the specification fixes, each with its reason. Money is in sums here, as the specification writes it. */

/** One account on up to 5 devices (specification, 1 and 9). */
export const DEVICE_LIMIT = 5
/** The archive keeps 7 days (specification, 1 and 9). */
export const ARCHIVE_DAYS = 7
/** The guide covers 6 days back and 6 ahead (specification, 9). */
export const GUIDE_DAYS_BACK = 6
export const GUIDE_DAYS_AHEAD = 6
/** The public tariff whose channels a guest sees (specification, 7: `tariff_id`, default 56). */
export const PUBLIC_TARIFF_ID = 56
/** Tariffs never offered (specification, 3). */
export const EXCLUDED_TARIFF_IDS: readonly number[] = [100, 101, 102, 103]
/** Categories hidden from the viewer, and the one shown first (specification, 3). */
export const HIDDEN_CATEGORY_IDS: readonly number[] = [9, 10]
export const PINNED_CATEGORY_ID = 7
/** The provider always appended to the list (specification, 3). */
export const EXTRA_PROVIDER_ID = 3
/** Uzbek content (specification, 3). */
export const UZBEK_CATEGORIES = {
  films: 254,
  serials: 255,
  concerts: 256,
  anime: 257,
  dorama: 258,
  children: 259,
} as const
/** Channels listed outside the national network (specification, 4: "only 24 fixed channel ids"). */
export const WORLD_CHANNEL_COUNT = 24
/** Tashkent keeps UTC+5 all year. */
export const TASHKENT_OFFSET_MS = 5 * 3_600_000
