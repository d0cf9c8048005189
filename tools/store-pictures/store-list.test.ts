import { describe, expect, it } from 'vitest'
import { storePages, stores, type FileRules } from './store-list.ts'

function screenshots() {
  return stores.flatMap(({ name, screenshots: sets }) => sets.map((set) => ({ store: name, ...set })))
}

function sizeOf({ width, height }: FileRules) {
  return `${width}x${height}`
}

describe('the pictures for stores', () => {
  it('have a screenshot of each page, as many as each store requires and accepts', () => {
    for (const { store, folder, min, max } of screenshots()) {
      expect(storePages.length, `${store}/${folder}`).toBeGreaterThanOrEqual(min)
      expect(storePages.length, `${store}/${folder}`).toBeLessThanOrEqual(max)
    }
  })

  it('have a whole number of CSS pixels, so that nothing is scaled', () => {
    for (const { store, folder, width, height, scale } of screenshots())
      expect([width % scale, height % scale], `${store}/${folder}`).toEqual([0, 0])
  })

  it('of televisions are 1920 by 1080 and at most 500 kB for LG and Samsung', () => {
    const ofSets = screenshots().filter(({ device }) => device === 'television')
    expect(ofSets.map(({ store }) => store)).toEqual(['lg', 'samsung', 'google-play'])
    for (const set of ofSets) expect(sizeOf(set)).toBe('1920x1080')
    for (const { store, maxBytes, format } of ofSets)
      if (store !== 'google-play') expect([format, maxBytes]).toEqual(['jpg', 500_000])
  })

  it('for Google Play are 16:9 or 9:16 with sides that it accepts', () => {
    const sides = { phone: [320, 3840], 'tablet-7': [320, 3840], 'tablet-10': [1080, 7680], tv: [320, 3840] }
    const sets = screenshots().filter(({ store }) => store === 'google-play')
    expect(sets.map(({ folder }) => folder)).toEqual(Object.keys(sides))
    for (const { folder, width, height } of sets) {
      const [short, long] = [Math.min(width, height), Math.max(width, height)]
      const [min = 0, max = 0] = sides[folder as keyof typeof sides]
      expect(long / short, folder).toBeCloseTo(16 / 9, 5)
      expect(short, folder).toBeGreaterThanOrEqual(min)
      expect(long, folder).toBeLessThanOrEqual(max)
    }
  })

  it('for the App Store have one of the sizes that it lists for the screen', () => {
    const accepted: Readonly<Record<string, readonly string[]>> = {
      'iphone-6.9': ['1260x2736', '1290x2796', '1320x2868'],
      'iphone-6.5': ['1242x2688', '1284x2778'],
      'ipad-13': ['2048x2732', '2064x2752'],
    }
    const sets = screenshots().filter(({ store }) => store === 'app-store')
    expect(sets.map(({ folder }) => folder)).toEqual(Object.keys(accepted))
    for (const set of sets) expect(accepted[set.folder]).toContain(sizeOf(set))
  })

  it('have the drawn pictures of each store, each in a size of its own', () => {
    const sizes = stores.map(({ name, graphics }) => [name, ...graphics.map(sizeOf)])
    expect(sizes).toEqual([
      ['lg', '400x400', '1920x1080'],
      ['samsung', '1920x1080', '1920x1080', '512x423'],
      ['google-play', '512x512', '1024x500', '1280x720'],
      ['app-store', '1024x1024'],
    ])
  })
})
