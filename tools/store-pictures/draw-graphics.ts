/** The drawn pictures of a store: the logo, with the app's name beside it or without. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { measure, outline } from '#db/demo/painting/type.ts'
import type { FileRules, Graphic } from './store-list.ts'

const sign = readFileSync(new URL('../../web/public/favicon.svg', import.meta.url))
const ground = '#0b1117'
const ink = '#f1f4f2'
/** The logo's part of the shorter side: alone, and beside the name. */
const shares = { alone: 0.7, named: 0.34 } as const

/** A picture of a store, in its format. */
export async function drawGraphic(graphic: Graphic, name: string): Promise<Buffer> {
  const { width, height, content, alpha = false } = graphic
  const background = content === 'logo without ground' ? { r: 0, g: 0, b: 0, alpha: 0 } : ground
  const picture = sharp({ create: { width, height, channels: alpha ? 4 : 3, background } })
  const parts =
    content === 'ground'
      ? []
      : content === 'logo and name'
        ? await logoAndName(graphic, name)
        : await logo(graphic)
  const drawn = await picture.composite(parts).png().toBuffer()
  return encoded(drawn, graphic)
}

async function logo({ width, height }: FileRules) {
  return [{ input: await drawSign(Math.round(Math.min(width, height) * shares.alone)) }]
}

function drawSign(size: number): Promise<Buffer> {
  return sharp(sign, { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer()
}

/** The logo with the name on its right, together in the middle and no wider than the picture. */
async function logoAndName({ width, height }: FileRules, name: string) {
  const size = Math.round(Math.min(width, height) * shares.named)
  const gap = Math.round(size * 0.3)
  const room = width * 0.84 - size - gap
  const full = { weight: 800, size: size * 0.9 } as const
  const setting = { ...full, size: Math.min(full.size, (full.size * room) / measure(name, full)) }
  const left = Math.round((width - size - gap - measure(name, setting)) / 2)
  const baseline = height / 2 + setting.size * 0.35
  const text = outline(name, left + size + gap, baseline, setting)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="${ink}" d="${text}"/></svg>`
  return [
    { input: await drawSign(size), left, top: Math.round((height - size) / 2) },
    { input: Buffer.from(svg), left: 0, top: 0 },
  ]
}

const qualities = [92, 86, 80, 72, 64] as const

/** A picture in the format and within the bytes of a store: a JPEG of the best quality that fits. */
export async function encoded(
  picture: Buffer,
  { format, maxBytes, alpha = false }: FileRules,
): Promise<Buffer> {
  const form = () => (alpha ? sharp(picture).ensureAlpha() : sharp(picture).flatten({ background: ground }))
  if (format === 'png') {
    const bytes = await form().png({ compressionLevel: 9 }).toBuffer()
    if (bytes.length <= maxBytes) return bytes
    throw new Error(`a PNG of ${bytes.length} bytes is larger than the ${maxBytes} that the store accepts`)
  }
  for (const quality of qualities) {
    const bytes = await form().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (bytes.length <= maxBytes) return bytes
  }
  throw new Error(`no JPEG of this picture is smaller than the ${maxBytes} bytes that the store accepts`)
}
