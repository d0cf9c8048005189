/**
 * A channel's logo as it is shown: without empty margins, with even padding, and on a plate of its own where it could not
 * be seen on a dark or on a light page.
 */
import sharp, { type Region } from 'sharp'
import { maxPixels } from './judge-picture.ts'

/** Pixels of one size, for the analysis. */
interface Raster {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

interface Box {
  readonly left: number
  readonly top: number
  /** Exclusive. */
  readonly right: number
  readonly bottom: number
}

type Colour = readonly [red: number, green: number, blue: number]

/** What was decided: the part with the logo as shares of the picture, and the plate under it. */
export interface LogoFrame {
  readonly box: Box
  readonly plate: Colour | undefined
}

const analysedPx = 192
const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
const pixelsPerPoint = 72
const maxDensity = 1200

/** The backgrounds of the two themes; what is lost on one of them gets the other as its plate. */
const pages: Readonly<Record<'dark' | 'light', Colour>> = { dark: [14, 21, 27], light: [246, 244, 239] }
/** For a logo of which a part is lost on either. */
const middlePlate: Colour = [107, 122, 131]
/** Below this contrast a colour is lost on its background (WCAG demands 3 for graphics). */
const minContrast = 2
/** The share of a logo that may be lost before it gets a plate. */
const maxLost = 0.3
/** A picture of which less is transparent has a background of its own. */
const minTransparent = 0.12
/** Corners that differ by less have one colour, 0 to 255. */
const sameColour = 24
/** Shares of the shorter side. */
const padding = { plate: 0.12, open: 0.02, corner: 0.14 }
/** Width by height: a taller or wider logo gets empty sides. */
const ratios = { min: 1, max: 16 / 9 }

/** The logo as a PNG of at most this width, never enlarged beyond the pixels of a photograph. */
export async function frameLogo(original: Buffer, width: number): Promise<Buffer> {
  const { format, width: ownWidth, height: ownHeight, autoOrient } = await sharp(original, limits).metadata()
  const isDrawing = format === 'svg'
  const { box, plate } = decideFrame(await rasterOf(original, isDrawing ? ownWidth : undefined))
  const [fullWidth, fullHeight] = isDrawing ? [ownWidth, ownHeight] : [autoOrient.width, autoOrient.height]
  const content = { width: (box.right - box.left) * fullWidth, height: (box.bottom - box.top) * fullHeight }
  const canvas = canvasOf(content, plate === undefined ? padding.open : padding.plate)
  const scale = isDrawing ? width / canvas.width : Math.min(1, width / canvas.width)
  const density = isDrawing ? Math.min(maxDensity, Math.max(1, pixelsPerPoint * scale)) : undefined
  const drawn = isDrawing ? (density ?? pixelsPerPoint) / pixelsPerPoint : 1
  const inner = await sharp(original, density === undefined ? limits : { ...limits, density })
    .rotate()
    .extract(pixelsOf(box, Math.round(fullWidth * drawn), Math.round(fullHeight * drawn)))
    .resize({ width: Math.max(1, Math.round(content.width * scale)) })
    .ensureAlpha()
    .png()
    .toBuffer()
  return onCanvas(inner, plate, {
    width: Math.max(1, Math.round(canvas.width * scale)),
    height: Math.max(1, Math.round(canvas.height * scale)),
  })
}

async function onCanvas(
  inner: Buffer,
  plate: Colour | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const [r, g, b] = plate ?? [0, 0, 0]
  const background = { r, g, b, alpha: plate === undefined ? 0 : 1 }
  const placed = sharp({ create: { width, height, channels: 4, background } }).composite([
    { input: await fitted(inner, width, height), gravity: 'centre' },
  ])
  if (plate === undefined) return placed.png().toBuffer()
  const radius = Math.round(Math.min(width, height) * padding.corner)
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`
  return sharp(await placed.png().toBuffer())
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

/** Rounding may make the logo a pixel larger than its canvas, which cannot be composed. */
async function fitted(inner: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(inner).resize({ width, height, fit: 'inside', withoutEnlargement: true }).png().toBuffer()
}

/** The size with padding, in pixels of the picture. */
function canvasOf(
  content: { readonly width: number; readonly height: number },
  share: number,
): { readonly width: number; readonly height: number } {
  const pad = Math.min(content.width, content.height * ratios.max) * share
  const [width, height] = [content.width + 2 * pad, content.height + 2 * pad]
  const ratio = Math.min(ratios.max, Math.max(ratios.min, width / height))
  return width / height > ratio ? { width, height: width / ratio } : { width: height * ratio, height }
}

function pixelsOf(box: Box, width: number, height: number): Region {
  const left = Math.min(width - 1, Math.max(0, Math.floor(box.left * width)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(box.top * height)))
  return {
    ...{ left, top },
    width: Math.max(1, Math.min(width, Math.ceil(box.right * width)) - left),
    height: Math.max(1, Math.min(height, Math.ceil(box.bottom * height)) - top),
  }
}

async function rasterOf(original: Buffer, drawingWidth: number | undefined): Promise<Raster> {
  const density =
    drawingWidth === undefined
      ? undefined
      : Math.min(maxDensity, Math.max(1, (pixelsPerPoint * analysedPx) / drawingWidth))
  const { data, info } = await sharp(original, density === undefined ? limits : { ...limits, density })
    .rotate()
    .resize({ width: analysedPx, height: analysedPx, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .timeout({ seconds: 20 })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Where the logo is in its picture, and whether it needs a plate. Pure. */
export function decideFrame(raster: Raster): LogoFrame {
  const whole = { left: 0, top: 0, right: 1, bottom: 1 }
  const visible = boxOf(raster, (at) => (raster.data[at + 3] ?? 0) >= 24)
  if (visible === undefined) return { box: whole, plate: undefined }
  if (transparentShare(raster, visible) >= minTransparent)
    return { box: shares(visible, raster), plate: plateFor(raster) }
  const corner = cornerColour(raster)
  if (corner === undefined) return { box: shares(visible, raster), plate: undefined }
  const inner = boxOf(raster, (at) => distance(colourAt(raster, at), corner) > sameColour)
  return inner === undefined
    ? { box: whole, plate: undefined }
    : { box: shares(inner, raster), plate: corner }
}

/** The smallest box with all pixels that count, in pixels. */
function boxOf({ width, height }: Raster, counts: (at: number) => boolean): Box | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!counts((y * width + x) * 4)) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
    }
  return right === 0 ? undefined : { left, top, right, bottom }
}

function shares({ left, top, right, bottom }: Box, { width, height }: Raster): Box {
  return { left: left / width, top: top / height, right: right / width, bottom: bottom / height }
}

function transparentShare({ data, width }: Raster, { left, top, right, bottom }: Box): number {
  let count = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if ((data[(y * width + x) * 4 + 3] ?? 0) < 128) count++
  return count / ((right - left) * (bottom - top))
}

/** The plate for a logo of which too much is lost without one. */
function plateFor({ data }: Raster): Colour | undefined {
  const lost = { dark: 0, light: 0 }
  let seen = 0
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 128) continue
    seen++
    const colour: Colour = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    for (const page of ['dark', 'light'] as const)
      if (contrast(colour, pages[page]) < minContrast) lost[page]++
  }
  const isLost = { dark: lost.dark > seen * maxLost, light: lost.light > seen * maxLost }
  if (isLost.dark && isLost.light) return middlePlate
  return isLost.dark ? pages.light : isLost.light ? pages.dark : undefined
}

/** The colour of all four corners; undefined when they differ or are transparent. */
function cornerColour(raster: Raster): Colour | undefined {
  const { data, width, height } = raster
  const corners = [0, width - 1, (height - 1) * width, height * width - 1].map((at) => at * 4)
  if (corners.some((at) => (data[at + 3] ?? 0) < 250)) return undefined
  const [first = [0, 0, 0] as const, ...others] = corners.map((at) => colourAt(raster, at))
  return others.every((one) => distance(one, first) <= sameColour) ? first : undefined
}

function colourAt({ data }: Raster, at: number): Colour {
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

function distance(one: Colour, other: Colour): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))))
}

/** WCAG's contrast of two colours, 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number): number =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
