/** The public API of pictures: what other modules may use. */
export type { PictureKind, PictureWidth } from './address.ts'
export { pictureAddress } from './address.ts'
export type { PictureOptions, Pictures, WantedPicture } from './open-pictures.ts'
export { openPictures } from './open-pictures.ts'
export type { StoredPicture } from './originals.ts'
