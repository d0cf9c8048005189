/** Draws the layers of a film: every layer of every scene as a separate picture, cropped to its content. */
import { join } from 'node:path'
import sharp from 'sharp'
import type { Layer } from '#db/demo/painting/ink.ts'
import { paintScene } from '#db/demo/scenes/scenes.ts'
import type { DemoFilm, FilmScene } from '#db/demo/catalogue/films.ts'

export const viewW = 1280
export const viewH = 720
/** How far the nearest layer moves in a scene. */
export const travel = 320
const sheetW = viewW + travel
/** Alpha up to which a pixel is not visible. */
const faintest = 6

export interface Sheet {
  readonly path: string
  /** The position of the cropped piece in its layer. */
  readonly left: number
  readonly top: number
  readonly depth: number
  readonly motion?: Layer['motion']
}

export interface PaintedShot {
  readonly ground: string
  readonly sheets: readonly Sheet[]
}

function svg(body: string, width: number, height: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`,
  )
}

async function paintLayer(layer: Layer, path: string): Promise<Sheet | undefined> {
  const falls = layer.motion?.kind === 'fall'
  const body = falls ? `${layer.body}<g transform="translate(0 ${viewH})">${layer.body}</g>` : layer.body
  const whole = sharp(svg(body, sheetW, falls ? viewH * 2 : viewH)).ensureAlpha()
  const common = { path, depth: layer.depth, ...(layer.motion === undefined ? {} : { motion: layer.motion }) }
  if (falls) {
    await whole.png({ compressionLevel: 1 }).toFile(path)
    return { ...common, left: 0, top: 0 }
  }
  const { data, info } = await whole.raw().toBuffer({ resolveWithObject: true })
  const box = inked(data, info.width, info.height)
  if (box === undefined) return undefined
  await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .extract(box)
    .png({ compressionLevel: 1 })
    .toFile(path)
  return { ...common, left: box.left, top: box.top }
}

/** The smallest box, on even numbers, that contains everything visible. */
export function inked(
  rgba: Buffer,
  w: number,
  h: number,
): { left: number; top: number; width: number; height: number } | undefined {
  let [left, right, top, bottom] = [w, -1, h, -1]
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      if ((rgba[(y * w + x) * 4 + 3] ?? 0) <= faintest) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  if (right < 0) return undefined
  const even = (value: number): number => value - (value % 2)
  const box = { left: even(left), top: even(top) }
  return {
    ...box,
    width: Math.min(w - box.left, even(right - box.left + 2)),
    height: Math.min(h - box.top, even(bottom - box.top + 2)),
  }
}

async function paintShot(scene: FilmScene, seed: string, directory: string): Promise<PaintedShot> {
  const painted = paintScene({
    scene: scene.scene,
    seed,
    w: sheetW,
    h: viewH,
    calm: 'bottom',
    focus: 0.5,
    palette: scene.palette,
  })
  const [first, ...rest] = painted.layers
  const ground = join(directory, `${seed}-0.png`)
  await sharp(svg(first?.body ?? '', sheetW, viewH))
    .extract({ left: travel / 2, top: 0, width: viewW, height: viewH })
    .flatten()
    .png({ compressionLevel: 1 })
    .toFile(ground)
  const sheets = await Promise.all(
    rest.map((layer, i) => paintLayer(layer, join(directory, `${seed}-${i + 1}.png`))),
  )
  return { ground, sheets: sheets.filter((sheet) => sheet !== undefined) }
}

/** The pictures of all shots of a film, in the order they are shown, written into the directory. */
export async function paintFilm(
  film: DemoFilm,
  directory: string,
  signal?: AbortSignal,
): Promise<PaintedShot[]> {
  const shots: PaintedShot[] = []
  for (const [i, scene] of film.scenes.entries()) {
    signal?.throwIfAborted()
    shots.push(await paintShot(scene, `${film.assetId}-${i}`, directory))
  }
  return shots
}
