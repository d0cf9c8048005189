/** Icons and splash screens in the sizes that platforms require, drawn from the product's logo. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const sign = readFileSync(fileURLToPath(new URL('../../web/public/favicon.svg', import.meta.url)))
const ground = '#0b1117'

export interface Picture {
  readonly width: number
  readonly height: number
  /** The logo's part of the shorter side. */
  readonly share: number
}

/** A PNG of the logo in the middle of the product's dark background. */
export async function drawPicture({ width, height, share }: Picture): Promise<Buffer> {
  const size = Math.round(Math.min(width, height) * share)
  const drawn = await sharp(sign, { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer()
  return (
    sharp({ create: { width, height, channels: 3, background: ground } })
      .composite([{ input: drawn }])
      // The App Store rejects an icon with an alpha channel.
      .removeAlpha()
      .png({ compressionLevel: 9 })
      .toBuffer()
  )
}
