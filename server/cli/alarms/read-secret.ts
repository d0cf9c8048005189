const maxBytes = 16_384

/**
 * The first line of standard input, or all of it with `isWhole`; '' at a terminal, where it would be shown, and for more
 * than 16 kB.
 */
export async function readSecret({ isWhole = false }: { readonly isWhole?: boolean } = {}): Promise<string> {
  if (process.stdin.isTTY) return ''
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.length > maxBytes) return ''
    if (!isWhole && text.includes('\n')) break
  }
  return (isWhole ? text : (text.split(/\r?\n/, 1)[0] ?? '')).trim()
}
