/**
 * Samsung's Smart Hub preview: the row of tiles under the app's icon on the set's home screen. The set requests it by
 * itself, every ten minutes and when it is switched on, for everybody the same.
 * https://developer.samsung.com/smarttv/develop/guides/smart-hub-preview/implementing-public-preview.html
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { common } from '#contract/form/fields.ts'

/** The path in the package's `config.xml`. */
export const smartHubPreviewPath = '/api/v1/apps/smart-hub-preview.json'

/** Samsung names no lengths but warns of long texts; longer ones end with `…`. */
export const maxTileText = 60
/** Tiles of one section. */
export const maxTiles = 10

/** The names and values are Samsung's. */
export const SmartHubTile = z.object({
  title: z.string().check(z.minLength(1), z.maxLength(maxTileText)),
  subtitle: z.string().check(z.maxLength(maxTileText)),
  image_ratio: z.enum(['16by9', '1by1']),
  /** JPEG; the set accepts at most 360 kB, at least 250 pixels high. Absolute where EKRAN_PUBLIC_URL is set. */
  image_url: z.string(),
  /** What the app receives when the tile is pressed: a path of the site. */
  action_data: z.string(),
  /** True when the tile plays at once. */
  is_playable: z.boolean(),
})
export type SmartHubTile = z.output<typeof SmartHubTile>

export const smartHub = {
  preview: endpoint({
    path: smartHubPreviewPath,
    envelope: 'bare',
    summary: "The tiles of Samsung's Smart Hub: channels with their current programmes, and new films",
    input: z.object({ lang: common.lang }),
    output: z.object({
      /** Empty ones are left out. */
      sections: z.array(
        z.object({
          title: z.string(),
          tiles: z.array(SmartHubTile).check(z.minLength(1), z.maxLength(maxTiles)),
        }),
      ),
    }),
    cache: { sec: 60 },
  }),
}
