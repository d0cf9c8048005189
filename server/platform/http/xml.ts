/**
 * A value as XML under `<rss>` (API-04): an object becomes its fields, a list its field with an `<item>` for each
 * element, as the specification's lists have it (`channels: { item: [a, b] }` and `channels: [a, b]` are both
 * `<channels><item>a</item><item>b</item></channels>`), null is an empty element.
 */
export function toXml(value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('rss', value, 0)}`
}

const deepest = 30

function element(name: string, value: unknown, depth: number): string {
  if (!Array.isArray(value)) return `<${name}>${content(value, depth)}</${name}>`
  const inside = elements(value, depth)
  return name === 'item' ? inside : `<${name}>${inside}</${name}>`
}

function elements(list: readonly unknown[], depth: number): string {
  if (depth > deepest) return ''
  return list
    .map((one) =>
      Array.isArray(one) ? `<item>${elements(one, depth + 1)}</item>` : element('item', one, depth + 1),
    )
    .join('')
}

function content(value: unknown, depth: number): string {
  if (value === null || value === undefined || depth > deepest) return ''
  if (typeof value !== 'object') return escapedXml(String(value))
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([name, item]) => element(elementName(name), item, depth + 1))
    .join('')
}

/** A field's name as XML allows it: letters, digits, `_`, `.`, `-`, not beginning with a digit. */
function elementName(name: string): string {
  const allowed = name.replace(/[^\p{L}\p{N}_.-]/gu, '_')
  return /^[\p{L}_]/u.test(allowed) ? allowed : `_${allowed}`
}

// Everything XML 1.0 cannot hold even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF.
// oxlint-disable-next-line no-control-regex
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Text fit for an element or a quoted attribute. */
export function escapedXml(text: string): string {
  return text
    .toWellFormed()
    .replace(impossible, '')
    .replace(/[&<>"'\r]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
