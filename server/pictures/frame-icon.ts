/** A picture as the square icon of an installed site. */
import sharp from 'sharp'
import { maxPixels } from './judge-picture.ts'

const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
const pixelsPerPoint = 72
const maxDensity = 1200
/** Of the site's dark pages, on which a logo is made to be seen. */
const ground = { r: 11, g: 17, b: 23, alpha: 1 }
/** The share of the square that a logo takes: systems may cut what is outside the middle four fifths. */
const share = 0.66
/** Width by height of a picture that is a square already. */
const square = { min: 0.98, max: 1.02 }

/**
 * A PNG of `width` by `width` pixels: a square picture without transparency as it is, everything else in the middle of a
 * dark ground.
 */
export async function frameIcon(original: Buffer, width: number): Promise<Buffer> {
  const { format, autoOrient } = await sharp(original, limits).metadata()
  const ratio = autoOrient.width / autoOrient.height
  const isSquare = ratio >= square.min && ratio <= square.max && (await isOpaque(original))
  const side = isSquare ? width : Math.round(width * share)
  const longer = Math.max(autoOrient.width, autoOrient.height)
  const density =
    format === 'svg' ? Math.min(maxDensity, Math.max(1, (pixelsPerPoint * side) / longer)) : undefined
  const inner = await sharp(original, density === undefined ? limits : { ...limits, density })
    .rotate()
    .resize({ width: side, height: side, fit: isSquare ? 'cover' : 'inside' })
    .ensureAlpha()
    .png()
    .timeout({ seconds: 20 })
    .toBuffer()
  return sharp({ create: { width, height: width, channels: 4, background: ground } })
    .composite([{ input: inner, gravity: 'centre' }])
    .png()
    .toBuffer()
}

async function isOpaque(original: Buffer): Promise<boolean> {
  const { isOpaque: opaque } = await sharp(original, limits).timeout({ seconds: 20 }).stats()
  return opaque
}
