const maxBytes = 4096

/** The first line of standard input; '' at a terminal, where it would be shown. */
export async function readSecret(): Promise<string> {
  if (process.stdin.isTTY) return ''
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.length > maxBytes || text.includes('\n')) break
  }
  return (text.split(/\r?\n/, 1)[0] ?? '').trim()
}
