/** What a picture is of. Its number is the id of that thing: vid, vfid, aid, cid … */
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
] as const
export type PictureKind = (typeof pictureKinds)[number]

/** The widths a picture is made in, pixels. Another width in an address is not found: nobody can fill the disk. */
export const pictureWidths = [80, 160, 240, 320, 480, 640, 960, 1280, 1920] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** The version in the address of a thing that has no picture: a placeholder is painted for it. */
export const placeholderVersion = 'none'

/** The address of a picture from the site's root, as WebP. The version makes it safe to keep for ever. */
export function pictureAddress(
  kind: PictureKind,
  id: number,
  version: string | null,
  width: PictureWidth,
): string {
  return `/images/${kind}/${id}/${version ?? placeholderVersion}/${width}.webp`
}

/** The hash in a version: what is kept is kept by it alone, or an address with any colour would keep one more. */
export function hashOf(version: string) {
  return version.replace(/-.*$/, '')
}

/** How a picture is written. WebP is what our pages ask for; the others are for screens without it. */
export const pictureFormats = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' } as const
export type PictureFormat = keyof typeof pictureFormats

/** What an address asks for. */
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

/** Reads an address (without its query); undefined when it is none of ours. */
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
