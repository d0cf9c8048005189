import sharp from 'sharp'

/** How many colours of a drawing are used: what is painted first is the background. */
const maxColours = 8

/**
 * The placeholder colour of a picture while it loads, as six hex digits; undefined when unknown, or when it would
 * show through the picture.
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

/**
 * The same for a drawing, read from its text: hundreds of them are stored at once, and none must be rendered for it.
 */
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
