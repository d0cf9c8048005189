/** The public API of pictures. */
export { type PictureKind, type PictureWidth, pictureAddress } from './address.ts'
export {
  type PictureOptions,
  type PictureProgress,
  type Pictures,
  type PrerenderRequest,
  openPictures,
} from './open-pictures.ts'
export type { StoredPicture } from './originals.ts'
export type { PicturePiece } from './picture-uploads.ts'
