import sharp from 'sharp'

/** So many colours from the beginning of a drawing: what is painted first is what lies behind everything. */
const maxColours = 8

/**
 * The colour that holds a picture's place until it has come, as six hex digits; undefined when nothing tells it, or
 * when it would shine through the picture.
 */
export async function colourOfPhoto(bytes: Buffer, limitInputPixels: number): Promise<string | undefined> {
  const picture = sharp(bytes, { limitInputPixels })
  const { hasAlpha } = await picture.metadata()
  if (hasAlpha) return undefined
  const [red = 0, green = 0, blue = 0] = await picture
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return hexOf([red, green, blue])
}

/** The same of a drawing, read from its text: hundreds of them are kept at once, and none need be drawn for it. */
export function colourOfDrawing(svg: string): string | undefined {
  const matches = [...svg.matchAll(/#([0-9a-f]{6})\b/gi)].slice(0, maxColours).map(([, hex = '']) => hex)
  if (matches.length === 0) return undefined
  const mean = (from: number) =>
    matches.reduce((sum, hex) => sum + Number.parseInt(hex.slice(from, from + 2), 16), 0) / matches.length
  return hexOf([mean(0), mean(2), mean(4)])
}

function hexOf(channels: readonly number[]) {
  return channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')
}
