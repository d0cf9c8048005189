import { describe, expect, it } from 'vitest'
import { demoCollections } from './collections.ts'
import { countries } from '#contract/form/countries.ts'
import { demoFilms } from './films.ts'
import { demoGenres } from './genres.ts'
import { demoPeople } from './people.ts'
import { demoProviders } from './providers.ts'
import { demoTitles } from './titles.ts'
import { readBlocks } from './read-blocks.ts'

// Cyrillic in an Uzbek word, or a mark that only looks like ʻ and ʼ.
const notUzbek = /[\u0400-\u04ff]|['`‘’]|[^OoGg]ʻ|[OoGg]ʼ/u
const notRussian = /['`‘’ʻʼ]/u

function expectBoth(ru: string, uz: string): void {
  expect(ru.trim()).not.toBe('')
  expect(uz.trim()).not.toBe('')
  expect(ru).not.toMatch(notRussian)
  expect(uz).not.toMatch(notUzbek)
}

function sentences(text: string): number {
  return text.split(/[.!?](?:\s|$)/u).filter((one) => one.trim() !== '').length
}

function unique(list: readonly unknown[]): boolean {
  return new Set(list).size === list.length
}

describe('the demo catalogue', () => {
  const titles = demoTitles()

  it('has at least 120 titles, including 12 series with seasons', () => {
    expect(titles.length).toBeGreaterThanOrEqual(120)
    expect(titles.filter((one) => !one.isSeries).length).toBeGreaterThanOrEqual(108)
    const series = titles.filter((one) => one.isSeries)
    expect(series.length).toBeGreaterThanOrEqual(12)
    for (const one of series) {
      expect(one.seasons.length).toBeGreaterThan(0)
      for (const season of one.seasons) expect(season.episodes.length).toBeGreaterThanOrEqual(5)
    }
    expect(titles.filter((one) => !one.isSeries).every((one) => one.seasons.length === 0)).toBe(true)
  })

  it('gives every title, season and episode a unique number', () => {
    expect(unique(titles.map((one) => one.vid))).toBe(true)
    expect(unique(titles.flatMap((one) => one.seasons.map((season) => season.seasonId)))).toBe(true)
    const files = titles.flatMap((one) =>
      one.seasons.flatMap((season) => season.episodes.map((episode) => episode.vfid)),
    )
    expect(unique(files)).toBe(true)
    expect(files.every((vfid) => vfid < 2 ** 31)).toBe(true)
  })

  it('[I18N-02] has names and descriptions in both languages, with the right Uzbek letters', () => {
    for (const one of titles) {
      expectBoth(one.name_ru, one.name_uz)
      expectBoth(one.description_ru, one.description_uz)
      expect(one.original_name).not.toBe('')
      for (const season of one.seasons) {
        expectBoth(season.name_ru, season.name_uz)
        for (const episode of season.episodes) {
          expectBoth(episode.name_ru, episode.name_uz)
          expectBoth(episode.description_ru, episode.description_uz)
        }
      }
    }
    for (const one of demoPeople()) {
      expectBoth(one.name_ru, one.name_uz)
      expectBoth(one.about_ru, one.about_uz)
    }
    for (const one of demoGenres) expectBoth(one.name_ru, one.name_uz)
    for (const one of demoProviders) expectBoth(one.about_ru, one.about_uz)
  })

  it('describes each title in two to four sentences, all different', () => {
    for (const one of titles) {
      for (const text of [one.description_ru, one.description_uz]) {
        expect(sentences(text), text).toBeGreaterThanOrEqual(2)
        expect(sentences(text), text).toBeLessThanOrEqual(4)
      }
    }
    for (const list of [
      titles.map((one) => one.name_ru),
      titles.map((one) => one.name_uz),
      titles.map((one) => one.description_ru),
      titles.map((one) => one.description_uz),
    ]) {
      expect(unique(list)).toBe(true)
    }
  })

  it('[CAT-03] [CAT-04] [CAT-07] fills every category and refers only to existing content', () => {
    const people = new Map(demoPeople().map((one) => [one.aid, one]))
    const codes = new Set<string>(countries.map((one) => one.code))
    const providers = new Set(demoProviders.map((one) => one.id))
    const assets = new Set(demoFilms().map((one) => one.assetId))
    expect(demoProviders.at(-1)?.id).toBe(3)
    for (const one of titles) {
      expect(
        one.countries.every((code) => codes.has(code)),
        one.name_ru,
      ).toBe(true)
      expect(providers.has(one.providerId)).toBe(true)
      expect(one.castIds.length).toBeGreaterThanOrEqual(3)
      expect(one.castIds.length).toBeLessThanOrEqual(8)
      expect(unique(one.castIds)).toBe(true)
      expect(people.get(one.directorId)?.isDirector).toBe(true)
      for (const aid of one.castIds) expect(people.get(aid)?.born, one.name_ru).toBeLessThan(one.year)
      for (const asset of [
        one.assetId,
        one.trailerAssetId,
        ...one.seasons.flatMap((season) => season.episodes.map((episode) => episode.assetId)),
      ])
        expect(assets.has(asset)).toBe(true)
      expect(one.year).toBeGreaterThanOrEqual(1965)
      expect(one.year).toBeLessThanOrEqual(2026)
      for (const rating of [one.rating_kp, one.rating_imdb]) expect(rating).toBe(Math.round(rating * 10) / 10)
    }
    for (const category of [1, 2, 3, 4, 5, 6, 7, 254, 255, 256, 257, 258, 259]) {
      expect(
        titles.some((one) => one.categoryIds.includes(category)),
        `category ${category}`,
      ).toBe(true)
    }
    for (const country of codes)
      expect(
        titles.some((one) => one.countries.includes(country)),
        country,
      ).toBe(true)
    for (const genre of demoGenres)
      expect(
        titles.some((one) => one.genres.some((key) => key === genre.key)),
        genre.key,
      ).toBe(true)
    for (const person of people.keys())
      expect(
        titles.some((one) => one.directorId === person || one.castIds.includes(person)),
        `person ${person}`,
      ).toBe(true)
  })

  it('[CAT-09] shows each badge at least once, and never marks a paid title as free', () => {
    for (const badge of ['has_subscription', 'free_movie', 'premier', 'exclusive', 'new_episodes'] as const) {
      expect(titles.filter((one) => one[badge]).length, badge).toBeGreaterThan(3)
    }
    expect(titles.every((one) => one.free_movie !== one.has_subscription)).toBe(true)
    expect(titles.filter((one) => one.new_episodes).every((one) => one.isSeries)).toBe(true)
  })

  it('[CAT-08] has collections of at least eight titles, each title once', () => {
    const vids = new Set(titles.map((one) => one.vid))
    const collections = demoCollections()
    expect(collections.length).toBeGreaterThanOrEqual(8)
    expect(unique(collections.map((one) => one.id))).toBe(true)
    for (const one of collections) {
      expectBoth(one.name_ru, one.name_uz)
      expectBoth(one.description_ru, one.description_uz)
      expect(one.vids.length).toBeGreaterThanOrEqual(8)
      expect(unique(one.vids)).toBe(true)
      expect(one.vids.every((vid) => vids.has(vid))).toBe(true)
    }
  })

  it('rejects an incomplete block, by its name', () => {
    const whole = 'А | B | | 2000 | UZ | drama | sea | 90 | 6 |\nРаз. Два.\nBir. Ikki.'
    expect(readBlocks(whole)).toHaveLength(1)
    expect(() => readBlocks(whole.replace('| 6 |', '|'))).toThrow('А | B')
    expect(() => readBlocks(whole.replace('drama', 'opera'))).toThrow('opera')
    expect(() => readBlocks(whole.replace('| sea |', '| lake |'))).toThrow('lake')
    expect(() => readBlocks(whole.replace('\nBir. Ikki.', ''))).toThrow('А | B')
    expect(() => readBlocks(`${whole}\nСерия | Qism | x | y`)).toThrow('Серия')
  })
})
