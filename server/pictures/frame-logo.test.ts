import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { frameLogo } from './frame-logo.ts'

function drawing(shapes: string, width = 300, height = 100): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`,
  )
}

/** Two bars with space between them: a third is transparent. */
function bars(first: string, second = first): string {
  return `<rect x="60" y="20" width="60" height="60" fill="${first}"/><rect x="180" y="20" width="60" height="60" fill="${second}"/>`
}

async function framed(original: Buffer, width = 240) {
  const { data, info } = await sharp(await frameLogo(original, width))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 4
    return [...data.subarray(start, start + 4)]
  }
  return { width: info.width, height: info.height, at }
}

const [light, dark, middle] = [
  [246, 244, 239, 255],
  [14, 21, 27, 255],
  [107, 122, 131, 255],
]

describe('[CHAN-03] the logo of a channel', () => {
  it.each([
    ['a black one', bars('#000'), light],
    ['a dark blue one', bars('#0b1a4a'), light],
    ['a white one', bars('#fff'), dark],
    ['a yellow one', bars('#ffe000'), dark],
    ['a black and white one', bars('#000', '#fff'), middle],
  ])('gets the plate on which it is seen: %s', async (_name, shapes, plate) => {
    const { at } = await framed(drawing(shapes))
    expect(at(0.5, 0.03)).toEqual(plate)
    // Its corners are round.
    expect(at(0, 0)[3]).toBe(0)
  })

  it('gets none where it is seen on every page, and no empty margins', async () => {
    const { at, width, height } = await framed(drawing(bars('#d02020')))
    expect(at(0.5, 0.5)[3]).toBe(0)
    expect(at(0.03, 0.5)).toEqual([208, 32, 32, 255])
    expect([width, height]).toEqual([240, 135])
  })

  it('continues a background of its own, without its margins', async () => {
    const page = `<rect width="300" height="300" fill="#fff"/><rect x="140" y="140" width="20" height="20" fill="#c00"/>`
    const photo = await sharp(drawing(page, 300, 300))
      .png()
      .toBuffer()
    const { at, width } = await framed(photo)
    expect(at(0.5, 0.02)).toEqual([255, 255, 255, 255])
    expect(at(0.5, 0.5)).toEqual([204, 0, 0, 255])
    // Never larger than its pixels.
    expect(width).toBeLessThan(40)
  })

  it('stays as it is when it is a picture, or a card with round corners', async () => {
    const card = drawing(
      '<rect width="100" height="100" rx="12" fill="#123"/><circle cx="50" cy="50" r="20" fill="#fff"/>',
      100,
      100,
    )
    const { at, width, height } = await framed(card)
    expect([width, height]).toEqual([240, 240])
    expect(at(0.5, 0.06)).toEqual([17, 34, 51, 255])
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photo = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#456', noise } })
      .png()
      .toBuffer()
    const shown = await framed(photo)
    expect(shown.at(0.5, 0.1)[3]).toBe(255)
  })

  it('is bounded in its form, and survives an empty picture', async () => {
    const wide = await framed(drawing('<rect x="0" y="0" width="1000" height="20" fill="#c00"/>', 1000, 20))
    expect([wide.width, wide.height]).toEqual([240, 135])
    const tall = await framed(drawing('<rect x="0" y="0" width="20" height="900" fill="#c00"/>', 20, 900))
    expect([tall.width, tall.height]).toEqual([240, 240])
    const empty = await framed(drawing(''))
    expect(empty.at(0.5, 0.5)[3]).toBe(0)
  })
})
