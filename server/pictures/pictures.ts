export type { PictureKind, PictureWidth } from './address.ts'
export { pictureAddress, pictureKinds, pictureWidths } from './address.ts'
