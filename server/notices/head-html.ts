import type { PageHead } from './rules.ts'

/** The head as HTML lines, for the place between `<head>` and the client's own. Everything in it is escaped. */
export function headHtml(head: PageHead): string {
  const lines = [`<title>${escaped(head.title)}</title>`]
  if (head.description !== '') lines.push(meta('name', 'description', head.description))
  if (!head.isIndexed) lines.push(meta('name', 'robots', 'noindex'))
  if (head.canonical !== null) lines.push(`<link rel="canonical" href="${escaped(head.canonical)}">`)
  for (const { hreflang, href } of head.alternates) {
    lines.push(`<link rel="alternate" hreflang="${escaped(hreflang)}" href="${escaped(href)}">`)
  }
  for (const [property, content] of Object.entries(head.og)) lines.push(meta('property', property, content))
  if (head.structured !== null) {
    // `<` is the only letter that could end the element; JSON may write any letter as an escape.
    const json = JSON.stringify(head.structured).replaceAll('<', '\\u003c')
    lines.push(`<script type="application/ld+json">${json}</script>`)
  }
  return lines.join('\n')
}

function meta(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${escaped(name)}" content="${escaped(content)}">`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
