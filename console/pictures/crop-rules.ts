/** The frame that a picture is cut to, in shares of the picture's width and height. Pure. */

export interface CropFrame {
  /** Left upper corner, 0 to 1. */
  readonly x: number
  readonly y: number
  /** Of the largest frame that fits, 0.2 to 1. */
  readonly size: number
}

export interface PictureSize {
  readonly width: number
  readonly height: number
}

export const smallestSize = 0.2

/** The sides of a frame as shares of the picture; `aspect`: width by height. */
export function sidesOf({ size }: Pick<CropFrame, 'size'>, picture: PictureSize, aspect: number) {
  const isWide = picture.width / picture.height > aspect
  const width = isWide ? (picture.height * aspect) / picture.width : 1
  const height = isWide ? 1 : picture.width / aspect / picture.height
  return { width: width * size, height: height * size }
}

/** The frame moved into the picture. */
export function insideOf(frame: CropFrame, picture: PictureSize, aspect: number): CropFrame {
  const size = Math.min(1, Math.max(smallestSize, frame.size))
  const { width, height } = sidesOf({ size }, picture, aspect)
  const within = (value: number, side: number) => Math.min(Math.max(0, value), Math.max(0, 1 - side))
  return { x: within(frame.x, width), y: within(frame.y, height), size }
}

/** The largest frame, in the middle. */
export function middleFrame(picture: PictureSize, aspect: number): CropFrame {
  const { width, height } = sidesOf({ size: 1 }, picture, aspect)
  return { x: (1 - width) / 2, y: (1 - height) / 2, size: 1 }
}

/** The frame in pixels of the picture. */
export function pixelsOf(frame: CropFrame, picture: PictureSize, aspect: number) {
  const { width, height } = sidesOf(frame, picture, aspect)
  return {
    ...{ left: Math.round(frame.x * picture.width), top: Math.round(frame.y * picture.height) },
    ...{ width: Math.round(width * picture.width), height: Math.round(height * picture.height) },
  }
}
