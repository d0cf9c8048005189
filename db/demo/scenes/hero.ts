import * as z from 'zod/mini'
import { n } from '#db/demo/painting/ink.ts'
import { paintScene, sceneNames, type SceneName } from './scenes.ts'

/** The pictures of banners and news items. */
export interface WidePicture {
  readonly seed: string
  readonly scene: SceneName
  readonly palette: string
}

/** A picture as named in the demo's data files; its seed comes from what it is used for. */
export const pictureInput = z.strictObject({ scene: z.enum(sceneNames), palette: z.string() })

function wideSvg(picture: WidePicture, w: number, h: number, focus: number, veil: boolean): string {
  const { palette, layers } = paintScene({ ...picture, w, h, calm: 'top', focus })
  const body = layers.map((layer) => layer.body).join('')
  const id = `veil${picture.seed.replaceAll(/\W/g, '')}`
  const shade =
    `<defs><linearGradient id="${id}"><stop offset="0" stop-color="${palette.near}" stop-opacity=".62"/>` +
    `<stop offset=".55" stop-color="${palette.near}" stop-opacity="0"/></linearGradient></defs>` +
    `<rect width="${n(w * 0.55)}" height="${h}" fill="url(#${id})"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">` +
    `${body}${veil ? shade : ''}</svg>`
  )
}

/**
 * A picture without letters for the head of the home page, 1600 × 700: the main figure is right of the middle, the text
 * is on the shaded left.
 */
export function heroSvg(picture: WidePicture): string {
  return wideSvg(picture, 1600, 700, 0.66, true)
}

/** A news item's picture, 1600 × 900. */
export function newsSvg(picture: WidePicture): string {
  return wideSvg(picture, 1600, 900, 0.5, false)
}
