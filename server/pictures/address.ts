import { pictureWidths } from '#contract/form/constants.ts'

/** The kinds of pictures. A picture's number is the id of its item: vid, vfid, aid, cid … */
export const pictureKinds = [
  'poster',
  'backdrop',
  'still',
  'person',
  'logo',
  'banner',
  'news',
  'cinema',
  'showing',
  'icon',
] as const
export type PictureKind = (typeof pictureKinds)[number]

export type PictureWidth = (typeof pictureWidths)[number]

/** The version in the address of an item without a picture: a placeholder is drawn for it. */
export const placeholderVersion = 'none'

/** The address of a picture relative to the site's root, as WebP. The version makes it safe to cache for ever. */
export function pictureAddress(
  kind: PictureKind,
  id: number,
  version: string | null,
  width: PictureWidth,
): string {
  return `/images/${kind}/${id}/${version ?? placeholderVersion}/${width}.webp`
}

/** The hash in a version: files are stored by it alone, or every colour in an address would store one more. */
export function hashOf(version: string) {
  return version.replace(/-.*$/, '')
}

/** The formats of a picture. Our pages request WebP; the others are for screens without it. */
export const pictureFormats = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' } as const
export type PictureFormat = keyof typeof pictureFormats

/** A parsed picture address. */
export interface PictureRequest {
  readonly kind: PictureKind
  readonly id: number
  /** Null for a placeholder. */
  readonly version: string | null
  readonly width: PictureWidth
  readonly format: PictureFormat
}

const addressForm =
  /^\/images\/([a-z]+)\/(\d{1,10})\/([0-9a-f]{20}(?:-[0-9a-f]{6})?|none)\/(\d{2,4})\.(webp|avif|jpg)$/

/** Parses an address (without its query); undefined for an invalid one. */
export function readAddress(path: string): PictureRequest | undefined {
  const [, kindText, idText, version, widthText, formatText] = addressForm.exec(path) ?? []
  const kind = pictureKinds.find((one) => one === kindText)
  const width = pictureWidths.find((one) => String(one) === widthText)
  const format =
    formatText === 'webp' || formatText === 'avif' || formatText === 'jpg' ? formatText : undefined
  if (kind === undefined || width === undefined || format === undefined || version === undefined)
    return undefined
  return { kind, id: Number(idText), version: version === placeholderVersion ? null : version, width, format }
}
