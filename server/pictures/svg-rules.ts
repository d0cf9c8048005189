/**
 * What a drawing must not contain. Parsed as XML in one linear pass: addresses, names and styles are interpreted as a
 * renderer would, and no input takes longer than linear time.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes'

const refusedElements = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'handler',
  'listener',
])
const animations = new Set(['animate', 'set', 'animatemotion', 'animatetransform', 'animatecolor'])
const maxDepth = 100

class Danger extends Error {}

/** The problem of a drawing: it refers to external resources, runs code, or is invalid. Undefined when it is safe. */
export function svgDanger(svg: string): string | undefined {
  const parser = new SaxesParser()
  /** The text of each open element, without its children: as a style sheet is composed. */
  const open: string[] = []
  const write = (text: string) => {
    const inner = open.length - 1
    if (inner >= 0) open[inner] += text
  }
  parser.on('error', (error) => {
    throw new Danger(`its XML is broken (${error.message})`)
  })
  parser.on('doctype', () => {
    throw new Danger('it declares entities, which can be made to grow without end')
  })
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') throw new Danger('it loads a style sheet')
  })
  parser.on('opentag', (tag) => {
    if (open.push('') > maxDepth) throw new Danger('its elements are nested too deep')
    judgeElement(tag)
  })
  parser.on('closetag', () => judgeStyle(open.pop() ?? ''))
  parser.on('text', write)
  parser.on('cdata', write)
  try {
    parser.write(svg.replace(/^\uFEFF/, '')).close()
    return undefined
  } catch (error) {
    return error instanceof Danger ? error.message : `its XML is broken (${String(error)})`
  }
}

function localName(name: string) {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

function judgeElement({ name, attributes }: SaxesTagPlain): void {
  const element = localName(name)
  if (refusedElements.has(element)) throw new Danger(`it holds <${localName(name)}>`)
  for (const [attribute, value] of Object.entries(attributes)) {
    const bare = localName(attribute)
    if (bare.startsWith('on')) throw new Danger(`it runs something (${attribute.slice(0, 60)})`)
    // With xml:base all addresses inside would be relative to it.
    if (bare === 'href' || bare === 'src' || bare === 'base') judgeAddress(value)
    // An animation can put any address into a harmless attribute after it was checked.
    if (
      animations.has(element) &&
      bare === 'attributename' &&
      /^(?:\w+:)?(?:href|src|base|on\w+)$/i.test(value.trim())
    )
      throw new Danger(`it animates ${value.trim().slice(0, 60)}`)
    judgeStyle(value)
  }
}

function judgeAddress(address: string): void {
  const bare = address.trim()
  if (!isInside(bare)) throw new Danger(`it points outside itself (${bare.slice(0, 60)})`)
}

/** Comments may be anywhere; and a text that looks like one may be inside a string or after a backslash. */
function judgeStyle(text: string): void {
  judgePlain(text)
  if (text.includes('/*')) judgePlain(withoutComments(text))
}

/** CSS allows any character as an escape. */
function judgePlain(text: string): void {
  const plain = text
    .replace(/\\([0-9a-f]{1,6})[ \t\r\n\f]?/gi, (_, code: string) => letterOf(code))
    .replaceAll('\\', '')
  if (/@import/i.test(plain)) throw new Danger('it imports a style sheet')
  // These accept an address without `url()`.
  if (/(?:image-set|\bsrc)\(/i.test(plain)) throw new Danger('it loads a picture by image-set or src')
  const lower = plain.toLowerCase()
  for (let at = lower.indexOf('url('); at !== -1; at = lower.indexOf('url(', at + 4)) {
    const end = plain.indexOf(')', at)
    judgeAddress(
      plain
        .slice(at + 4, end === -1 ? undefined : end)
        .trim()
        .replace(/^["']/, '')
        .replace(/["']$/, ''),
    )
    if (end === -1) return
  }
}

function letterOf(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

function withoutComments(text: string): string {
  let plain = ''
  let from = 0
  for (;;) {
    const begin = text.indexOf('/*', from)
    const end = begin === -1 ? -1 : text.indexOf('*/', begin + 2)
    if (end === -1) return plain + text.slice(from)
    plain += text.slice(from, begin)
    from = end + 2
  }
}

function isInside(address: string): boolean {
  return address === '' || address.startsWith('#') || /^data:image\/(?:png|jpeg|webp);base64,/i.test(address)
}

/** True for text that begins as an SVG does: an optional BOM, declarations and comments, then `<svg`. */
export function looksLikeSvg(text: string): boolean {
  let rest = text.replace(/^\uFEFF/, '').trimStart()
  for (;;) {
    if (/^<svg[\s>]/i.test(rest)) return true
    const close = rest.startsWith('<!--') ? '-->' : /^<(?:\?xml|!DOCTYPE)/i.test(rest) ? '>' : undefined
    const end = close === undefined ? -1 : rest.indexOf(close, 4)
    if (close === undefined || end === -1) return false
    rest = rest.slice(end + close.length).trimStart()
  }
}
