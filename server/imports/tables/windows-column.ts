/** A column of windows: `2026-12-01 00:00 / .. @inside; …`, in the order of time. Pure. */
import {
  type TerritoryWindow,
  readMoreWindows,
  windowsProblem,
  writeMoreWindows,
} from '#server/catalogue/catalogue.ts'
import { localMoment, readMoment } from '#server/imports/sheets/moments.ts'
import { type Column, problemOf } from './column.ts'

const example = '2026-12-01 00:00 / .. @inside'
const maxWindows = 20
const territories = ['everywhere', 'inside', 'outside'] as const

/** Windows as a set of changes has them; '' means none. */
export function windowsColumn(name: string): Column {
  return {
    ...{ name, kind: 'text', width: 40, isReadOnly: false },
    write: (value) => readMoreWindows(value).map(writeWindow).join('; '),
    read: (text) => {
      const windows: TerritoryWindow[] = []
      for (const part of text.split(/[;\n]/).filter((one) => one.trim() !== '')) {
        const window = readWindow(part)
        if (window === undefined) return problemOf('window', example)
        windows.push(window)
      }
      if (windows.length > maxWindows) return problemOf('too_many', String(maxWindows))
      if (windowsProblem(windows) !== undefined) return problemOf('window', example)
      return { value: writeMoreWindows(windows.toSorted((a, b) => (a.fromMs ?? 0) - (b.fromMs ?? 0))) }
    },
  }
}

function writeWindow({ fromMs, untilMs, territory }: TerritoryWindow): string {
  const limit = (ms: number | null) => (ms === null ? '..' : localMoment(ms))
  return `${limit(fromMs)} / ${limit(untilMs)}${territory === 'everywhere' ? '' : ` @${territory}`}`
}

function readWindow(text: string): TerritoryWindow | undefined {
  const [interval = '', where = 'everywhere', ...rest] = text.split('@').map((part) => part.trim())
  const [from, until, ...more] = interval.split('/').map((part) => limitIn(part.trim()))
  const territory = territories.find((one) => one === where.toLowerCase())
  if (from === undefined || until === undefined || territory === undefined || more.length + rest.length > 0)
    return undefined
  return { fromMs: from, untilMs: until, territory }
}

function limitIn(text: string): number | null | undefined {
  return ['..', '…', '...', ''].includes(text) ? null : readMoment(text)
}
