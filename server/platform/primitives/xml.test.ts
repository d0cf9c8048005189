import * as fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { escapedXml, toXml } from './xml.ts'

interface Element {
  readonly name: string
  readonly key: string | undefined
  readonly children: Element[]
  text: string
}

/** Parses a document strictly; throws when it is not well-formed. */
function parsed(xml: string): Element {
  const root: Element = { name: '', key: undefined, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, key: attributes['key'], children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [rss] = root.children
  if (rss === undefined) throw new Error('there is no element')
  return rss
}

describe('[API-04] a response as XML', () => {
  it('has the fields of an object, and a list with an item for each element', () => {
    const [, body] = toXml({ error: 0, data: { channels: { item: [{ cid: 1 }, { cid: 2 }] } } }).split('\n')
    expect(body).toBe(
      '<rss><error>0</error><data><channels><item><cid>1</cid></item><item><cid>2</cid></item></channels></data></rss>',
    )
    expect(toXml({ channels: [1, 2] })).toContain('<channels><item>1</item><item>2</item></channels>')
  })

  it('keeps nested lists apart', () => {
    expect(toXml({ rows: [[1, 2], []] })).toContain(
      '<rows><item><item>1</item><item>2</item></item><item></item></rows>',
    )
  })

  it('has an empty element for null, and none for undefined', () => {
    expect(toXml({ a: null, b: undefined, c: '' })).toContain('<rss><a></a><c></c></rss>')
  })

  it('uses a `key` attribute for invalid element names, so that two of them stay apart', () => {
    const rss = parsed(toXml({ '/movie/1': 'a', '/movie/2': ['b'], '2nd': { x: 1 } }))
    expect(rss.children.map(({ name, key }) => [name, key])).toEqual([
      ['entry', '/movie/1'],
      ['entry', '/movie/2'],
      ['entry', '2nd'],
    ])
  })

  it('ends at a circular reference', () => {
    const circle: { inner?: object } = {}
    circle.inner = circle
    expect(() => parsed(toXml(circle))).not.toThrow()
  })

  it('is well-formed and preserves every text, whatever it contains', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (fields) => {
        const value = Object.fromEntries(fields)
        const read = parsed(toXml({ data: value })).children[0]?.children ?? []
        const left = (one: string) =>
          // oxlint-disable-next-line no-control-regex
          one.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
        expect(read.map((one) => one.text)).toEqual(Object.values(value).map(left))
      }),
    )
  })
})

describe('text in XML', () => {
  it('cannot end its element or attribute', () => {
    expect(escapedXml(`<a href="x">'&`)).toBe('&#60;a href=&#34;x&#34;&#62;&#39;&#38;')
  })

  it('keeps a carriage return, which a parser would otherwise turn into a newline', () => {
    expect(escapedXml('a\r\nb')).toBe('a&#13;\nb')
  })
})
