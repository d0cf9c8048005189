/** The public API of pictures. */
export { type PictureKind, type PictureWidth, pictureAddress } from './address.ts'
export { type PictureOptions, type Pictures, type PrerenderRequest, openPictures } from './open-pictures.ts'
export type { StoredPicture } from './originals.ts'
