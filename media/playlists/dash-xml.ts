/** XML for manifests: elements, and the DASH format of durations, times and frame rates. Pure. */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// Control characters are not allowed in XML 1.0 at all.
function escaped(value: string): string {
  return value.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '').replaceAll(/[\p{Cc}]/gu, ' ')
}

/** Undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** One child per line. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escaped(String(value))}"`]))
    .join('')
  if (children.length === 0) return `<${name}${written}/>`
  return `<${name}${written}>\n${children.join('\n')}\n</${name}>`
}

export function text(name: string, value: string): string {
  return `<${name}>${escaped(value)}</${name}>`
}

export function isoDuration(durationMs: number): string {
  return `PT${(durationMs / 1000).toFixed(3)}S`
}

/** `und` tells a player nothing. */
export function languageOf(language: string): string | undefined {
  return language === 'und' ? undefined : language
}

/** `24000/1001` where the rate is nearer to one of those, else a whole number. */
export function frameRateText(rate: number): string {
  const nominal = Math.max(1, Math.round(rate))
  const slowed = (nominal * 1000) / 1001
  return Math.abs(rate - nominal) <= Math.abs(rate - slowed) ? String(nominal) : `${nominal * 1000}/1001`
}

/** The first line of every manifest. */
export function document(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}
