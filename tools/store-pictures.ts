/**
 * `npm run store-pictures`: the pictures that stores require of an app, in both languages: screenshots of the demo, or of
 * a running service (`--server`), and drawn icons and banners.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startProduct } from '#tests/kit/product/product.ts'
import { chooseForGuest, chooseFromDemo } from './store-pictures/choose-content.ts'
import { drawGraphic } from './store-pictures/draw-graphics.ts'
import { storeLanguages, storePages, stores, type Store } from './store-pictures/store-list.ts'
import { takeScreenshots, type Shown } from './store-pictures/take-screenshots.ts'

const help = `npm run store-pictures -- [options]: the pictures for stores, into dist/apps/store.

  --server <https://tv.example.uz>   screenshots of this service, as a guest sees it; without it of the demo
  --name <Ekran>                     the name in banners
  --only <${stores.map(({ name }) => name).join('|')}>   one store; may be repeated
  --out <dist/apps/store>            the folder`

const { values } = parseArgs({
  options: {
    ...{ server: { type: 'string' }, name: { type: 'string', default: 'Ekran' } },
    ...{ only: { type: 'string', multiple: true }, out: { type: 'string', default: 'dist/apps/store' } },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const unknown = (values.only ?? []).filter((name) => !stores.some((store) => store.name === name))
if (values.help) console.log(help)
else if (unknown.length > 0) {
  console.error(`--only ${unknown.join(', ')}: one of ${stores.map(({ name }) => name).join(', ')}`)
  process.exitCode = 2
} else if (values.server !== undefined && !URL.canParse(values.server)) {
  console.error('--server: write its address, as https://tv.example.uz')
  process.exitCode = 2
} else await run(resolve(values.out))

async function run(out: string): Promise<void> {
  const chosen = stores.filter(({ name }) => values.only?.includes(name) ?? true)
  for (const store of chosen) await drawGraphics(store, join(out, store.name))
  if (values.server !== undefined) {
    const shown = await chooseForGuest(new URL(values.server).origin)
    for (const store of chosen) await takeAll(store, join(out, store.name), shown)
    return
  }
  console.log('Starting the demo…')
  const product = await startProduct()
  try {
    const shown = await chooseFromDemo(product.url)
    for (const store of chosen) await takeAll(store, join(out, store.name), shown)
  } finally {
    await product.stop()
  }
}

async function drawGraphics({ graphics }: Store, dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  for (const graphic of graphics)
    await writeFile(join(dir, `${graphic.file}.${graphic.format}`), await drawGraphic(graphic, values.name))
}

async function takeAll({ name, screenshots }: Store, dir: string, shown: Shown): Promise<void> {
  for (const language of storeLanguages)
    for (const set of screenshots) {
      console.log(`${name}: ${[language, set.folder].filter((part) => part !== '').join(', ')}`)
      const folder = join(dir, language, set.folder)
      await mkdir(folder, { recursive: true })
      for await (const { page, bytes } of takeScreenshots(set, language, shown, storePages)) {
        const place = storePages.indexOf(page) + 1
        await writeFile(join(folder, `${place}-${page}.${set.format}`), bytes)
      }
    }
}
