/** What a picture is of. Its number is the id of that thing: vid, vfid, aid, cid … */
export const pictureKinds = ['poster', 'backdrop', 'still', 'person', 'logo', 'banner', 'news'] as const
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
