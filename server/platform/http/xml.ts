/**
 * A value as XML under `<rss>` (API-04): an object becomes its fields, a list repeats its field's element
 * (`channels: { item: [a, b] }` → `<channels><item>a</item><item>b</item></channels>`), null is an empty element.
 */
export function toXml(value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('rss', value, 0)}`
}

const deepest = 30

function element(name: string, value: unknown, depth: number): string {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    // A list inside a list has no field to repeat, so its items get the list's usual name.
    return items
      .map((item) =>
        Array.isArray(item)
          ? `<${name}>${element('item', item, depth + 1)}</${name}>`
          : element(name, item, depth),
      )
      .join('')
  }
  return `<${name}>${content(value, depth)}</${name}>`
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
