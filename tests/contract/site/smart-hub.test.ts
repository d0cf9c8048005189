/** The preview of Samsung's Smart Hub, as a set requests it: without a token, a language or our own headers. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { matchPage } from '#contract/form/pages.ts'
import { smartHubPreviewPath, type SmartHubTile } from '#contract/site/smart-hub.ts'
import { askPath, origin } from '#tests/kit/product/request.ts'

interface Section {
  readonly title: string
  readonly tiles: readonly SmartHubTile[]
}

async function sectionsOf(lang: string, headers: Record<string, string> = {}): Promise<readonly Section[]> {
  const { status, json } = await askPath(smartHubPreviewPath, { fields: { lang }, headers })
  expect(status).toBe(200)
  return json?.['sections'] as readonly Section[]
}

/** Samsung: at least 250 pixels high, at most 360 kB. */
const minHeight = 250
const maxBytes = 360_000

describe('[APP-03] the preview of the Smart Hub', () => {
  it('has the channels on air and the new films of the demo, in both languages', async () => {
    const russian = await sectionsOf('ru')
    expect(russian.map(({ title }) => title)).toEqual(['Сейчас в эфире', 'Новые фильмы'])
    expect(russian.every(({ tiles }) => tiles.length === 10)).toBe(true)
    const uzbek = await sectionsOf('uz')
    expect(uzbek.map(({ title }) => title)).toEqual(['Hozir efirda', 'Yangi filmlar'])
    expect(uzbek[1]?.tiles.map((tile) => tile.action_data)).toEqual(
      russian[1]?.tiles.map((tile) => tile.action_data),
    )
    expect(uzbek[1]?.tiles[0]?.title).not.toBe(russian[1]?.tiles[0]?.title)
  })

  it('leads to pages of the site that exist', async () => {
    const tiles = (await sectionsOf('ru')).flatMap((section) => section.tiles)
    expect(tiles.map((tile) => matchPage(tile.action_data)?.name)).toEqual([
      ...Array.from({ length: 10 }, () => 'channel'),
      ...Array.from({ length: 10 }, () => 'movie'),
    ])
    for (const { action_data: path } of [...tiles.slice(0, 2), ...tiles.slice(-2)])
      expect((await askPath(path)).status, path).toBe(200)
  })

  it('has pictures in the format, the proportions and the size that a set accepts', async () => {
    for (const { tiles } of await sectionsOf('ru'))
      for (const { image_url: address, image_ratio: ratio } of tiles.slice(0, 3)) {
        const response = await fetch(new URL(address, origin()))
        expect(response.headers.get('content-type'), address).toBe('image/jpeg')
        const bytes = Buffer.from(await response.arrayBuffer())
        expect(bytes.length).toBeLessThan(maxBytes)
        const { width, height } = await sharp(bytes).metadata()
        expect(height).toBeGreaterThanOrEqual(minHeight)
        expect(width / height).toBeCloseTo(ratio === '16by9' ? 16 / 9 : 1, 1)
      }
  })

  it('may be cached for a minute, and has no channel outside the world list abroad', async () => {
    const { headers } = await askPath(smartHubPreviewPath)
    expect(headers.get('cache-control')).toContain('max-age=60')
    const abroad = { 'x-forwarded-for': '203.0.113.7' }
    const world = await askPath('/middleware/noauth/channel/world')
    const { cids } = (world.json as { data: { cids: number[] } }).data
    const [channels] = await sectionsOf('ru', abroad)
    for (const { action_data: path } of channels?.tiles ?? [])
      expect(cids).toContain(Number(path.replace('/channel/', '')))
  })
})
