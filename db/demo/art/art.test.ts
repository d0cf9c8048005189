import { SaxesParser } from 'saxes'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { demoChannels } from '#db/demo/channels.ts'
import { demoPeople } from '#db/demo/catalogue/people.ts'
import { type DemoTitle, demoTitles } from '#db/demo/catalogue/titles.ts'
import { backdropSvg, channelLogoSvg, episodeStillSvg, portraitSvg, posterSvg } from './art.ts'
import { sceneNames } from '#db/demo/scenes/scenes.ts'
import { measure, outline, setBlock } from '#db/demo/painting/type.ts'

const largestBytes = 40_000

/** Every name it refers to must be defined in the same picture. */
function expectWhole(svg: string, what: string): void {
  const ids = new Set<string>()
  const expected: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new Error(`${what}: ${error.message}`)
  })
  parser.on('opentag', (tag) => {
    for (const [name, value] of Object.entries(tag.attributes)) {
      if (name === 'id') {
        expect(ids.has(value), `${what} names ${value} twice`).toBe(false)
        ids.add(value)
      }
      const link =
        /^url\(#(.+)\)$/.exec(value)?.[1] ??
        (name === 'href' && value.startsWith('#') ? value.slice(1) : undefined)
      if (link !== undefined) expected.push(link)
    }
  })
  parser.write(svg).close()
  for (const id of expected) expect(ids.has(id), `${what} lacks ${id}`).toBe(true)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(Buffer.byteLength(svg), what).toBeLessThan(largestBytes)
}

/** Where the letters of a poster are, in hundredths of its height and width: where its two languages differ. */
async function letteringOf(title: DemoTitle): Promise<readonly (readonly boolean[])[]> {
  const render = (language: 'ru' | 'uz') =>
    sharp(Buffer.from(posterSvg(title, language)))
      .resize(200, 300, { fit: 'fill' })
      .grayscale()
      .raw()
      .toBuffer()
  const [russian, uzbek] = await Promise.all([render('ru'), render('uz')])
  const marks = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => false))
  for (const [index, level] of russian.entries()) {
    const row = marks[Math.floor(index / 200 / 3)]
    if (row !== undefined && Math.abs(level - (uzbek[index] ?? 0)) > 24)
      row[Math.floor((index % 200) / 2)] = true
  }
  return marks
}

describe('the demo pictures', () => {
  const titles = demoTitles()

  it('are complete and small: a poster in both languages and a backdrop for every title', () => {
    for (const title of titles) {
      for (const language of ['ru', 'uz'] as const)
        expectWhole(posterSvg(title, language), `poster of ${title.vid} ${language}`)
      expectWhole(backdropSvg(title), `backdrop of ${title.vid}`)
      for (const season of title.seasons)
        for (const episode of season.episodes)
          expectWhole(episodeStillSvg(title, episode), `still of ${episode.vfid}`)
    }
  })

  it('are complete and small: a logo for every channel, a portrait for every person', () => {
    for (const channel of demoChannels()) expectWhole(channelLogoSvg(channel), `logo of ${channel.cid}`)
    for (const person of demoPeople()) expectWhole(portraitSvg(person), `portrait of ${person.aid}`)
  })

  it('[CAT-09] leave the corners of a poster to the badge and the rating of its card', async () => {
    const posters = titles.filter(({ name_ru, name_uz }) => name_ru !== name_uz)
    expect(posters.length).toBeGreaterThan(50)
    for (const title of posters.filter((_, place) => place % 4 === 0)) {
      const marks = await letteringOf(title)
      expect(
        marks.some((row) => row.includes(true)),
        `letters of ${title.name_ru}`,
      ).toBe(true)
      const covered = { badge: marks.slice(0, 10), rating: marks.slice(86).map((row) => row.slice(71)) }
      for (const [name, rows] of Object.entries(covered))
        expect(
          rows.some((row) => row.includes(true)),
          `${name} over ${title.name_ru}`,
        ).toBe(false)
    }
  })

  it('are the same at every call, and all different', () => {
    const posters = titles.map((title) => posterSvg(title))
    expect(new Set(posters).size).toBe(titles.length)
    expect(titles.map((title) => posterSvg(title))).toEqual(posters)
    expect(new Set(demoChannels().map(channelLogoSvg)).size).toBe(demoChannels().length)
    expect(new Set(demoPeople().map(portraitSvg)).size).toBe(demoPeople().length)
    expect(sceneNames.filter((name) => !titles.some((title) => title.scene === name))).toEqual([])
  })

  it('are drawn without a font on the machine: a poster has neither text elements nor a plain face', async () => {
    const [first] = titles
    if (first === undefined) throw new Error('no titles')
    const svg = posterSvg(first)
    expect(svg).not.toContain('<text')
    const { channels, entropy } = await sharp(Buffer.from(svg)).stats()
    expect(entropy).toBeGreaterThan(4)
    expect(Math.max(...channels.map((one) => one.stdev))).toBeGreaterThan(20)
  })
})

describe('letters as outlines', () => {
  it('have every letter of both languages, the Uzbek marks too', () => {
    for (const letter of 'ЁЖЩЪЫЭЮЯўқғҳOʻGʻʼ«»—') {
      expect(outline(letter, 0, 0, { weight: 800, size: 40 }), letter).not.toBe(
        outline('\uE000', 0, 0, { weight: 800, size: 40 }),
      )
    }
  })

  it('fit the box they are set in', () => {
    for (const text of ['Да', 'Последний караван', 'Кот, который считал до семи', 'Superqahramon buvi']) {
      const block = setBlock({
        text,
        x: 0,
        y: 0,
        width: 512,
        height: 262,
        largest: 116,
        weight: 900,
        align: 'left',
      })
      expect(block.width).toBeLessThanOrEqual(513)
      expect(block.height).toBeLessThanOrEqual(270)
    }
    expect(measure('Ekran', { weight: 500, size: 40 })).toBeCloseTo(
      2 * measure('Ekran', { weight: 500, size: 20 }),
      5,
    )
  })
})
