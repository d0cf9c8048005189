/** Pictures for stores, really taken of the running demo: one of a television and one of a phone, and all drawn ones. */
import sharp from 'sharp'
import { describe, expect, inject, it } from 'vitest'
import { chooseFromDemo } from '#tools/store-pictures/choose-content.ts'
import { drawGraphic } from '#tools/store-pictures/draw-graphics.ts'
import { stores } from '#tools/store-pictures/store-list.ts'
import { takeScreenshots } from '#tools/store-pictures/take-screenshots.ts'

const { url } = inject('product')

/** The spread of the brightness, 0 for one colour. */
async function spreadOf(bytes: Buffer): Promise<number> {
  const { channels } = await sharp(bytes).greyscale().stats()
  return channels[0]?.stdev ?? 0
}

describe('[APP-03] the pictures for stores', () => {
  it.each([
    ['samsung', '', 'uz', 'home'],
    ['app-store', 'iphone-6.9', 'ru', 'search'],
  ] as const)(
    'for %s %s show a page in %s, in the size and within the bytes of the store',
    async (store, folder, language, page) => {
      const set = stores.find(({ name }) => name === store)?.screenshots.find((one) => one.folder === folder)
      if (set === undefined) throw new Error('no such set')
      const shown = await chooseFromDemo(url)
      for await (const { bytes } of takeScreenshots(set, language, shown, [page])) {
        const { width, height, format, hasAlpha } = await sharp(bytes).metadata()
        expect({ width, height, format, hasAlpha }).toEqual({
          ...{ width: set.width, height: set.height, format: 'jpeg', hasAlpha: false },
        })
        expect(bytes.length).toBeLessThanOrEqual(set.maxBytes)
        expect(await spreadOf(bytes)).toBeGreaterThan(15)
      }
    },
    600_000,
  )

  it('are drawn in the size, the format and the transparency of each store', async () => {
    for (const { name, graphics } of stores)
      for (const graphic of graphics) {
        const bytes = await drawGraphic(graphic, 'Очень длинное имя службы')
        const { width, height, format, hasAlpha } = await sharp(bytes).metadata()
        expect({ width, height, format, hasAlpha }, `${name}/${graphic.file}`).toEqual({
          ...{ width: graphic.width, height: graphic.height },
          format: graphic.format === 'jpg' ? 'jpeg' : 'png',
          hasAlpha: graphic.alpha ?? false,
        })
        expect(bytes.length).toBeLessThanOrEqual(graphic.maxBytes)
        if (graphic.content !== 'ground') expect(await spreadOf(bytes)).toBeGreaterThan(15)
      }
  })
})
