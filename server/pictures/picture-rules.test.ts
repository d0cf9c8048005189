import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureWidths } from '#contract/form/constants.ts'
import { hashOf, pictureAddress, pictureFormats, pictureKinds, readAddress } from './address.ts'
import { colourOfDrawing } from './colour.ts'
import { drawPlaceholder, initialsOf } from './placeholder.ts'
import { looksLikeSvg, svgDanger } from './svg-rules.ts'
import { WorkQueue } from './work-queue.ts'

const hash = '0123456789abcdef0123'

describe('[CAT-10] the address of a picture', () => {
  it('is parsed back to its item, in every kind, width and format', () => {
    const version = fc.constantFrom(hash, `${hash}-c04000`, null)
    const request = fc.record({
      kind: fc.constantFrom(...pictureKinds),
      id: fc.integer({ min: 0, max: 2_147_483_647 }),
      width: fc.constantFrom(...pictureWidths),
      format: fc.constantFrom(...(Object.keys(pictureFormats) as (keyof typeof pictureFormats)[])),
      version,
    })
    fc.assert(
      fc.property(request, (one) => {
        const address = pictureAddress(one.kind, one.id, one.version, one.width).replace(/webp$/, one.format)
        expect(readAddress(address)).toEqual(one)
      }),
    )
  })

  it.each([
    `/images/poster/1/${hash}/241.webp`,
    `/images/poster/1/${hash}/240.png`,
    `/images/poster/1/${hash}/240.webp?x`,
    `/images/poster/-1/${hash}/240.webp`,
    `/images/poster/1/${hash.toUpperCase()}/240.webp`,
    `/images/poster/1/${hash}-c0400/240.webp`,
    `/images/poster/12345678901/${hash}/240.webp`,
    `/images/constructor/1/${hash}/240.webp`,
    `/images/poster/1/../240.webp`,
    `//images/poster/1/${hash}/240.webp`,
  ])('is invalid as %s', (address) => {
    expect(readAddress(address)).toBeUndefined()
  })

  it('stores one file whatever colour it has', () => {
    expect([hashOf(hash), hashOf(`${hash}-c04000`)]).toEqual([hash, hash])
  })
})

describe('the placeholder colour of a drawing', () => {
  it('is the mean of what is painted first, in upper or lower case', () => {
    expect(colourOfDrawing('<svg><rect fill="#000000"/><rect fill="#FF8000"/></svg>')).toBe('804000')
    const first = Array.from({ length: 8 }, () => '<rect fill="#102030"/>').join('')
    expect(colourOfDrawing(`<svg>${first}<rect fill="#ffffff"/></svg>`)).toBe('102030')
  })

  it('is undefined without a written colour', () => {
    expect(colourOfDrawing('<svg><rect fill="red"/><use href="#abc"/></svg>')).toBeUndefined()
  })
})

describe('[CHAN-03] a drawing', () => {
  it.each([
    ['<svg>', true],
    ['\uFEFF  <svg width="1">', true],
    ['<?xml version="1.0"?>\n<!-- made -->\n<!DOCTYPE svg>\n<SVG >', true],
    ['<svgx>', false],
    ['<html><svg></html>', false],
    ['<!-- <svg> ', false],
    ['<?xml <svg>', false],
    ['', false],
  ])('%j is one: %s', (text, expected) => {
    expect(looksLikeSvg(text)).toBe(expected)
  })

  it('that refers to an address is detected in any notation of the address', () => {
    for (const style of [
      'fill:url(//host/a)',
      'fill:URL( "http://host/a" )',
      'fill:u\\72l(http://host/a)',
      'fill:ur\\l(http://host/a)',
      'fill:url(http://host/a',
      'fill:url(#a) url(http://host/b)',
      'fill:/* x */url(http://host/a)',
    ])
      expect(svgDanger(`<svg><rect style='${style}'/></svg>`), style).toContain('points outside itself')
  })

  it('may contain embedded pictures and refer to its own parts', () => {
    for (const body of [
      '<use href="#star"/>',
      '<image href="data:image/PNG;base64,AA"/>',
      '<rect style="fill:url( &quot;#a&quot; )"/>',
      '<a href=""><text>url(</text></a>',
    ])
      expect(svgDanger(`<svg>${body}</svg>`), body).toBeUndefined()
    expect(svgDanger('<svg><image href="data:text/html;base64,AA"/></svg>')).toContain('points outside')
  })

  it('with endless nesting, or invalid XML, is refused', () => {
    expect(svgDanger(`${'<g>'.repeat(101)}${'</g>'.repeat(101)}`)).toContain('nested too deep')
    expect(svgDanger(`<svg>${'<g>'.repeat(90)}${'</g>'.repeat(90)}</svg>`)).toBeUndefined()
    for (const text of ['<svg>', '<svg></g>', '<svg a=b/>', 'text', '<svg>&nbsp;</svg>'])
      expect(svgDanger(text), text).toContain('its XML is broken')
  })

  it('is judged without an error, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['string', 'undefined']).toContain(typeof svgDanger(text))
        expect(typeof svgDanger(`<svg><text>${text}</text></svg>`)).toMatch(/string|undefined/)
      }),
    )
  })
})

describe('the initials for a missing picture', () => {
  it.each([
    ['Oʻzbekiston 24', 'O2'],
    ['Zoʻr TV', 'ZT'],
    ['“Ёшлар”', 'Ё'],
    ['Milliy TV HD', 'MT'],
    ['𝐀bc', '𝐀'],
    ['', ''],
  ])('of %j are %j', (name, letters) => {
    expect(initialsOf(name)).toBe(letters)
  })
})

describe('the picture queue', () => {
  it('continues with the next when one fails, and retries the failed one', async () => {
    const queue = new WorkQueue<string>(1, 5)
    const failing = queue.run('a', async () => {
      throw new Error('it cannot be drawn')
    })
    const next = queue.run('b', async () => 'b')
    await expect(failing).rejects.toThrow('it cannot be drawn')
    expect(await next).toBe('b')
    expect(await queue.run('a', async () => 'a')).toBe('a')
  })

  it('never exceeds its limit, and completes all accepted work', async () => {
    const keys = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(keys, fc.integer({ min: 1, max: 4 }), async (list, atOnce) => {
        const queue = new WorkQueue<number>(atOnce, 100)
        let [running, max] = [0, 0]
        const results = await Promise.all(
          list.map((key) =>
            queue.run(String(key), async () => {
              running += 1
              max = Math.max(max, running)
              await Promise.resolve()
              running -= 1
              return key
            }),
          ),
        )
        expect(results).toEqual(list)
        expect(max).toBeLessThanOrEqual(atOnce)
      }),
      { numRuns: 50 },
    )
  })
})

it('[CHAN-03] draws the initials of every pair of letters as a path that is one', async () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯʻ0123456789']
  const wrong: string[] = []
  for (const first of letters)
    for (const second of letters)
      if (/NaN|undefined/.test(await drawPlaceholder({ kind: 'logo', seed: 0, initials: first + second })))
        wrong.push(first + second)
  expect(wrong).toEqual([])
})
