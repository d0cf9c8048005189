/** Windows of films as an option of a command says them: intervals of ISO 8601, each with a territory. */
import { filmTerritories } from '#contract/console/films.ts'
import type { TerritoryWindow } from '#server/catalogue/catalogue.ts'
import { momentIn, shown } from '#server/cli/command/command.ts'

/** `2026-12-01T00:00/..@inside; …`; `none` for no window. A string says what is wrong. */
export function readWindows(text: string | undefined): readonly TerritoryWindow[] | string | undefined {
  if (text === undefined) return undefined
  if (text.trim() === 'none') return []
  const windows: TerritoryWindow[] = []
  for (const part of text.split(';').map((one) => one.trim())) {
    const window = windowIn(part)
    if (window === undefined)
      return `${shown(part)} is not a window such as 2026-12-01T00:00/2027-01-01T00:00@inside or ../..@outside`
    windows.push(window)
  }
  return windows
}

function windowIn(text: string): TerritoryWindow | undefined {
  const [interval = '', where = 'everywhere', ...rest] = text.split('@')
  const [from, until, ...more] = interval.split('/').map((moment) => limitIn(moment.trim()))
  const territory = filmTerritories.find((one) => one === where.trim())
  if (from === undefined || until === undefined || territory === undefined || more.length + rest.length > 0)
    return undefined
  return { fromMs: from, untilMs: until, territory }
}

/** Unix milliseconds; null for `..`, undefined for anything that is no moment. */
function limitIn(text: string): number | null | undefined {
  return text === '..' ? null : momentIn(text)
}
