import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchPage, pages } from '#contract/form/pages.ts'
import { isPromoDue, promoPauseMs, shownAtOf } from './promo/promo-rules.ts'
import { onDay, siteAddress, telephoneAddress, timesByDay } from './rails/showing-times.ts'

const visit = { isGuest: true, isTelevision: false, shownAtMs: null, nowMs: 10 * promoPauseMs }

describe('[HOME-03] the offer to a visitor', () => {
  it('is shown on the first visit, and again only after more than 24 hours', () => {
    const shown = (agoMs: number) => isPromoDue({ ...visit, shownAtMs: visit.nowMs - agoMs })
    expect(isPromoDue(visit)).toBe(true)
    expect(shown(0)).toBe(false)
    expect(shown(promoPauseMs)).toBe(false)
    expect(shown(promoPauseMs + 1)).toBe(true)
    expect(shown(-1)).toBe(true)
  })

  it('never with a token and never on a television, whatever the time', () => {
    fc.assert(
      fc.property(fc.option(fc.nat()), fc.nat(), (shownAtMs, nowMs) => {
        expect(isPromoDue({ ...visit, shownAtMs, nowMs, isGuest: false })).toBe(false)
        expect(isPromoDue({ ...visit, shownAtMs, nowMs, isTelevision: true })).toBe(false)
      }),
    )
  })

  it('ignores invalid storage', () => {
    expect(shownAtOf('1790000000000')).toBe(1_790_000_000_000)
    for (const stored of [null, '', 'x', '-5', 'Infinity', '{}']) expect(shownAtOf(stored)).toBeNull()
  })
})

describe('[HOME-01] the showings of a cinema', () => {
  const atSec = Date.UTC(2026, 10, 22, 18, 30) / 1000
  const late = { name: 'A', times: [atSec + 7200, atSec, atSec + 1200] }
  const early = { name: 'B', times: [atSec + 600] }

  it("are grouped by Tashkent's days, without those that have started", () => {
    const days = timesByDay([late, early], atSec)
    // 18:30 UTC is 23:30 in Tashkent: two hours later it is tomorrow.
    expect(days.map(({ times }) => times)).toEqual([[atSec + 600, atSec + 1200], [atSec + 7200]])
    expect(onDay([late, early], days[0]?.day ?? 0, atSec)).toEqual([
      { name: 'A', times: [atSec + 1200] },
      { name: 'B', times: [atSec + 600] },
    ])
    expect(onDay([late, early], days[1]?.day ?? 0, atSec)).toEqual([{ name: 'A', times: [atSec + 7200] }])
    expect(timesByDay([], atSec)).toEqual([])
  })

  it('have a site only with a web address, and a phone only when it can be dialled', () => {
    expect(siteAddress('https://www.kino.example/a')).toEqual({
      href: 'https://www.kino.example/a',
      host: 'kino.example',
    })
    for (const text of ['', 'javascript:alert(1)', 'kino.example', 'https://', 'data:text/html,x'])
      expect(siteAddress(text)).toBeNull()
    expect(telephoneAddress('+998 71 200-00-14')).toBe('tel:+998712000014')
  })
})

describe('[SHELL-10] the code of the site', () => {
  it("names pages and never writes a page's path itself", () => {
    const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => `web/${name}`)
    expect(files.length).toBeGreaterThan(150)
    const sections = new Set(Object.values(pages).flatMap(({ pattern }) => firstWord(pattern) ?? []))
    const written = files.flatMap((file) =>
      literalsOf(readFileSync(file, 'utf8'))
        .filter((text) => matchPage(text) !== null || sections.has(firstWord(text) ?? ''))
        .map((text) => `${file}: ${text}`),
    )
    expect(written).toEqual([])
  })
})

/** `/movie/:id` → `movie`; the optional language does not count. */
function firstWord(path: string): string | undefined {
  return path.split(/[/?#]/).find((part) => part !== '' && part !== ':lang')
}

/** Texts in quotes that start with a slash, comments left out; a slash alone is a key or a separator. */
function literalsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return [...code.matchAll(/(['"`])(\/[A-Za-z][^'"`\s]*)\1/g)].map((match) => match[2] ?? '')
}
