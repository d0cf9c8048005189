/**
 * What each store requires of its pictures, as data. Looked up in November 2026:
 * - LG: https://beacon-help.support.brightcove.com/publishing-apps/lg/submitting-to-lg.html and
 *   https://kb.mazsystems.com/hc/en-us/articles/20523546232087-LG-Channel-Setup (LG's own pages are behind a login).
 * - Samsung: https://developer.samsung.com/tv-seller-office/guides/applications/entering-application-information.html
 * - Google: https://support.google.com/googleplay/android-developer/answer/1078870
 * - Apple: https://developer.apple.com/help/app-store-connect/reference/screenshot-specifications/
 */

/** `television`: operated with a remote control. */
export type Device = 'television' | 'phone' | 'tablet'

export interface FileRules {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly format: 'jpg' | 'png'
  readonly maxBytes: number
  /** True when the store requires a PNG of 32 bits, also for an opaque picture; the others may have no transparency. */
  readonly alpha?: boolean
}

/** A set of screenshots: one of each page. */
export interface ScreenshotSet extends FileRules {
  /** The folder in that of the language; '' when a store has one set only. */
  readonly folder: string
  readonly device: Device
  /** Pixels per CSS pixel: the page has the layout of a screen of `width / scale`. */
  readonly scale: number
  /** How many the store requires and accepts. */
  readonly min: number
  readonly max: number
}

/** A drawn picture: the logo, and the app's name where there is room. */
export interface Graphic extends FileRules {
  readonly file: string
  /** What is in it; `logo` alone on a transparent ground, for stores that combine it with a ground themselves. */
  readonly content: 'logo' | 'logo and name' | 'ground' | 'logo without ground'
}

export interface Store {
  /** Its folder. */
  readonly name: string
  readonly screenshots: readonly ScreenshotSet[]
  readonly graphics: readonly Graphic[]
}

const megabyte = 1_000_000
const television = { device: 'television', width: 1920, height: 1080, scale: 1 } as const

export const stores: readonly Store[] = [
  {
    name: 'lg',
    screenshots: [{ ...television, folder: '', format: 'jpg', maxBytes: 500_000, min: 3, max: 6 }],
    graphics: [
      { file: 'icon', content: 'logo', width: 400, height: 400, format: 'png', maxBytes: 5 * megabyte },
      {
        ...{ file: 'background', content: 'ground', width: 1920, height: 1080 },
        ...{ format: 'png', maxBytes: 10 * megabyte },
      },
    ],
  },
  {
    name: 'samsung',
    screenshots: [{ ...television, folder: '', format: 'jpg', maxBytes: 500_000, min: 4, max: 8 }],
    graphics: [
      {
        ...{ file: 'icon-logo', content: 'logo without ground', alpha: true, width: 1920, height: 1080 },
        ...{ format: 'png', maxBytes: 300_000 },
      },
      {
        ...{ file: 'icon-background', content: 'ground', width: 1920, height: 1080 },
        ...{ format: 'png', maxBytes: 300_000 },
      },
      { file: 'icon', content: 'logo', width: 512, height: 423, format: 'png', maxBytes: 300_000 },
    ],
  },
  {
    name: 'google-play',
    screenshots: [
      {
        ...{ folder: 'phone', device: 'phone', width: 1080, height: 1920, scale: 3 },
        ...{ format: 'jpg', maxBytes: 8 * megabyte, min: 2, max: 8 },
      },
      {
        ...{ folder: 'tablet-7', device: 'tablet', width: 1920, height: 1080, scale: 2 },
        ...{ format: 'jpg', maxBytes: 8 * megabyte, min: 2, max: 8 },
      },
      {
        ...{ folder: 'tablet-10', device: 'tablet', width: 2560, height: 1440, scale: 2 },
        ...{ format: 'jpg', maxBytes: 8 * megabyte, min: 2, max: 8 },
      },
      { ...television, folder: 'tv', format: 'jpg', maxBytes: 8 * megabyte, min: 1, max: 8 },
    ],
    graphics: [
      {
        ...{ file: 'icon', content: 'logo', alpha: true, width: 512, height: 512 },
        ...{ format: 'png', maxBytes: megabyte },
      },
      {
        ...{ file: 'feature-graphic', content: 'logo and name', width: 1024, height: 500 },
        ...{ format: 'jpg', maxBytes: 15 * megabyte },
      },
      {
        ...{ file: 'tv-banner', content: 'logo and name', width: 1280, height: 720 },
        ...{ format: 'jpg', maxBytes: megabyte },
      },
    ],
  },
  {
    name: 'app-store',
    screenshots: [
      {
        ...{ folder: 'iphone-6.9', device: 'phone', width: 1320, height: 2868, scale: 3 },
        ...{ format: 'jpg', maxBytes: 8 * megabyte, min: 1, max: 10 },
      },
      {
        ...{ folder: 'iphone-6.5', device: 'phone', width: 1284, height: 2778, scale: 3 },
        ...{ format: 'jpg', maxBytes: 8 * megabyte, min: 1, max: 10 },
      },
      {
        ...{ folder: 'ipad-13', device: 'tablet', width: 2064, height: 2752, scale: 2 },
        ...{ format: 'jpg', maxBytes: 8 * megabyte, min: 1, max: 10 },
      },
    ],
    graphics: [
      { file: 'icon', content: 'logo', width: 1024, height: 1024, format: 'png', maxBytes: megabyte },
    ],
  },
]

/** The pages of a set, in the order in which a store shows them. */
export const storePages = ['home', 'channel', 'film', 'guide', 'search'] as const
export type StorePage = (typeof storePages)[number]

export const storeLanguages = ['ru', 'uz'] as const
export type StoreLanguage = (typeof storeLanguages)[number]
