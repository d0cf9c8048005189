import sharp from 'sharp'
import { colourOfDrawing, colourOfPhoto } from './colour.ts'
import { looksLikeSvg, svgDanger } from './svg-rules.ts'

/** The maximum bytes of a photograph, and of a drawing; the maximum pixels of either. */
export const maxBytes = 25 * 1024 * 1024
const maxSvgBytes = 4 * 1024 * 1024
export const maxPixels = 60_000_000

const pixelsPerPoint = 72
const maxDensity = 1200
const shownPixels = 1920

export const extensions = { svg: 'svg', jpeg: 'jpg', png: 'png', webp: 'webp' } as const
export type Extension = (typeof extensions)[keyof typeof extensions]

/** The result of checking a picture. */
export type JudgedPicture =
  | { kind: 'good'; extension: Extension; width: number; height: number; colour: string | undefined }
  | { kind: 'refused'; reason: string }

/**
 * Whether it is a picture that can really be rendered, and its colour. Runs in a separate process, because the
 * picture is untrusted.
 */
export async function readSandboxed(input: Uint8Array): Promise<JudgedPicture> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const refused = (reason: string): JudgedPicture => ({ kind: 'refused', reason })
  if (bytes.length === 0) return refused('the file is empty')
  if (bytes.length > maxBytes) return refused(tooLarge(bytes.length))
  if (looksLikeSvg(bytes.subarray(0, 4000).toString('utf8'))) {
    if (bytes.length > maxSvgBytes) return refused(`the drawing has more than ${megabytes(maxSvgBytes)}`)
    const danger = svgDanger(bytes.toString('utf8'))
    if (danger !== undefined) return refused(`the drawing is not taken: ${danger}`)
  }
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    const { format, width, height } = await picture.metadata()
    if (!(format in extensions)) return refused(`${format} is not SVG, JPEG, PNG or WebP`)
    if (format === 'svg' && !looksLikeSvg(bytes.subarray(0, 4000).toString('utf8'))) {
      return refused('the drawing does not begin with <svg')
    }
    if (width < 8 || height < 8) return refused(`it is only ${width} × ${height} pixels`)
    if (width * height > maxPixels) return refused(`it has more than ${maxPixels / 1e6} million pixels`)
    // Rendering it completely is the only proof that it is complete: statistics often succeed for a truncated picture
    // too.
    if (format === 'svg') await drawOnce(bytes, width, height)
    else await picture.greyscale().raw().toBuffer()
    const colour =
      format === 'svg' ? colourOfDrawing(bytes.toString('utf8')) : await colourOfPhoto(bytes, maxPixels)
    return { kind: 'good', extension: extensions[format as keyof typeof extensions], width, height, colour }
  } catch (error) {
    return refused(
      `it cannot be drawn (${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''})`,
    )
  }
}

function megabytes(bytes: number) {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`
}

/** Why a file of so many bytes is refused. */
export function tooLarge(bytes: number) {
  return `it has ${megabytes(bytes)}, more than ${megabytes(maxBytes)}`
}

/** As large as it is ever shown: a picture that renders for ever is detected here and not at a viewer's request. */
async function drawOnce(bytes: Buffer, width: number, height: number): Promise<void> {
  const density = Math.min(maxDensity, Math.max(1, (pixelsPerPoint * shownPixels) / Math.max(width, height)))
  await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', density }).raw().toBuffer()
}
