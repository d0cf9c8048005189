/**
 * A value as XML under `<rss>` (API-04): an object becomes its fields, a list its field with an `<item>` for each
 * element, like the specification's lists (`channels: { item: [a, b] }` and `channels: [a, b]` are both
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
    .map(([name, item]) => field(name, item, depth + 1))
    .join('')
}

/**
 * XML allows letters, digits, `_`, `.`, `-` in a name, not beginning with a digit. Any other name (a page's path, an
 * id) becomes an `<entry>` with its name in `key`: two of them must not collide.
 */
function field(name: string, value: unknown, depth: number): string {
  if (/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name)) return element(name, value, depth)
  const inside = Array.isArray(value) ? elements(value, depth) : content(value, depth)
  return `<entry key="${escapedXml(name)}">${inside}</entry>`
}

// Everything XML 1.0 cannot hold even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF.
// oxlint-disable-next-line no-control-regex
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Text escaped for an element or a quoted attribute. */
export function escapedXml(text: string): string {
  return text
    .toWellFormed()
    .replace(impossible, '')
    .replace(/[&<>"'\r]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
