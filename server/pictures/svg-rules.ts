/** What an SVG must not contain: anything that reaches outside itself or is not a drawing. Undefined when it is safe. */
export function svgDanger(svg: string): string | undefined {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(svg)) return 'it declares entities, which can be made to grow without end'
  if (/<\?xml-stylesheet/i.test(svg)) return 'it loads a style sheet'
  const element = /<(?:\w+:)?(script|foreignObject|iframe|object|embed|audio|video)\b/i.exec(svg)
  if (element !== null) return `it holds <${element[1]}>`
  if (/@import/i.test(svg)) return 'it imports a style sheet'
  for (const [, address = ''] of svg.matchAll(/\b(?:xlink:)?(?:href|src)\s*=\s*["']?\s*([^"'\s>]*)/gi)) {
    if (!isInside(address)) return `it points outside itself (${address.slice(0, 60)})`
  }
  for (const [, address = ''] of svg.matchAll(/url\(\s*["']?\s*([^"')\s]*)/gi)) {
    if (!isInside(address)) return `it points outside itself (${address.slice(0, 60)})`
  }
  return undefined
}

function isInside(address: string): boolean {
  return address === '' || address.startsWith('#') || /^data:image\/(?:png|jpeg|webp);base64,/i.test(address)
}

/** True for text that begins as an SVG does: an optional BOM, declarations and comments, then `<svg`. */
export function looksLikeSvg(text: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(text)
}
