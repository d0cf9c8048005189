/** What the console's first view needs of script, as the server sends it. */
import { readFileSync } from 'node:fs'

interface Budget {
  readonly script: { readonly target: number; readonly max: number }
}

/** kB of brotli of every script that the page names or loads at once, and the limit of `console/budget.json`. */
export async function scriptKilobytes(
  origin: string,
): Promise<{ readonly kilobytes: number; readonly max: number }> {
  const budget = JSON.parse(
    readFileSync(new URL('../../../console/budget.json', import.meta.url), 'utf8'),
  ) as Budget
  const html = await (await fetch(`${origin}/console`)).text()
  const scripts = new Set(html.match(/\/console\/assets\/[\w.-]+\.js/g) ?? [])
  let bytes = 0
  for (const script of scripts) {
    const response = await fetch(origin + script, { headers: { 'accept-encoding': 'br' }, method: 'HEAD' })
    bytes += Number(response.headers.get('content-length'))
  }
  return { kilobytes: bytes / 1000, max: budget.script.max }
}
