import { describe, expect, it } from 'vitest'
import { demoAccounts } from './accounts.ts'
import { demoTitles } from './catalogue/titles.ts'
import { demoCrowd, demoHistory } from './watching.ts'

const titles = new Map(demoTitles().map((title) => [title.vid, title]))

describe("the demo viewers' watch history", () => {
  it('contains titles of the catalogue, once each, the newest first', () => {
    for (const watched of [demoHistory(), ...demoCrowd().map((one) => one.watched)]) {
      const hours = watched.map(({ hoursAgo }) => hoursAgo)
      expect(hours).toEqual(hours.toSorted((a, b) => a - b))
      expect(new Set(watched.map(({ vid, episode }) => `${vid} ${episode}`)).size).toBe(watched.length)
      for (const { vid, episode } of watched) {
        const title = titles.get(vid)
        const episodes = title?.isSeries ? title.seasons.flatMap((season) => season.episodes).length : 1
        expect(episode).toBeLessThan(episodes)
      }
    }
  })

  it('is the same every time, for people who are not other demo accounts', () => {
    expect(demoCrowd()).toEqual(demoCrowd())
    const numbers = [...demoCrowd(), ...demoAccounts()].map(({ abonement }) => abonement)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('has many titles that at least three people watched together with another', () => {
    const pairs = new Map<string, number>()
    for (const { watched } of demoCrowd())
      for (const { vid } of watched)
        for (const { vid: other } of watched)
          if (vid < other) pairs.set(`${vid} ${other}`, (pairs.get(`${vid} ${other}`) ?? 0) + 1)
    expect([...pairs.values()].filter((people) => people >= 3).length).toBeGreaterThan(30)
  })
})
