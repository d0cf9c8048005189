import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oldStyles } from './old-styles.ts'

const web = join(import.meta.dirname, '..')
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))

/** What the oldest supported engine drops, and no build step can replace. */
const unknown: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'a gap that is not grid-gap: between flex items it came with Chromium 84',
    /(?<![\w-])(?:row-|column-)?gap:/,
  ],
  ['aspect-ratio: Chromium 88', /(?<![\w-])aspect-ratio:/],
  [':is, :where, :has: Chromium 88 and later', /:(?:is|where|has)\(/],
  ['@layer, @container, @property, @scope: Chromium 99 and later', /@(?:layer|container|property|scope)\b/],
  ['color-mix, oklch: Chromium 111', /(?:color-mix|oklch|oklab)\(/],
  ['scale, rotate, translate as properties: Chromium 104', /^\s*(?:scale|rotate|translate):/m],
  ['inline and block sides: Chromium 87', /(?:margin|padding|inset|border)-(?:inline|block)/],
]
/** Supported by newer engines only: an older value must precede it. */
const twice = /^\s*([\w-]+):[^;]*(?:\b(?:min|max|clamp)\(|\d(?:d|s|l)v[hw]\b|\bclip\b)[^;]*;/gm

describe('[TVSET-01] the style sheets', () => {
  it.each(sheets)('%s hold nothing that Chromium 69 drops without a replacement', (name) => {
    const css = readFileSync(join(web, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    expect(unknown.filter(([, pattern]) => pattern.test(css)).map(([what]) => what)).toEqual([])
    for (const [line, property = ''] of css.matchAll(twice)) {
      if (property.startsWith('--') || /repeat\(|minmax\(/.test(line)) continue
      const until = css.slice(0, css.indexOf(line))
      // The rule is inside `@supports`.
      if (new RegExp(`@supports \\(${property}:[^{}]*\\{[^{}]*\\{[^{}]*$`).test(until)) continue
      const before = until.slice(until.lastIndexOf('{'))
      expect(
        new RegExp(`(?<![\\w-])${property}:`).test(before),
        `${line.trim()} has no older way before it`,
      ).toBe(true)
    }
  })

  it('show the focus also where :focus-visible is not supported, and change nothing elsewhere', () => {
    const css =
      '.a:hover,.b:focus-visible{color:red}@media (min-width:9px){[data-tv] .c:focus-visible{top:0}.d{top:1px}}@font-face{x:"}"}'
    expect(oldStyles(css).slice(css.length)).toBe(
      '[data-old~=focus] .a:hover,[data-old~=focus] .b:focus{color:red}' +
        '@media (min-width:9px){[data-old~=focus][data-tv] .c:focus{top:0}}',
    )
  })
})
