/** Windows of a film as texts of its form, and back. Pure. */
import type { consoleFilms, filmTerritories } from '#contract/console/films.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { localMoment, secOfMoment } from '#console/i18n/moments.ts'

export type FilmWindow = ResponseOf<typeof consoleFilms.one>['windows'][number]
export type Territory = (typeof filmTerritories)[number]
export type WindowState = ResponseOf<typeof consoleFilms.list>['films'][number]['window']

/** A window as its fields have it: `2026-11-20T14:00` or ''. */
export interface TypedWindow {
  readonly from: string
  readonly until: string
  readonly territory: Territory
}

export const emptyWindow: TypedWindow = { from: '', until: '', territory: 'everywhere' }

export function writeWindows(windows: readonly FilmWindow[]): string {
  const typed = windows.map(({ from, until, territory }) => ({
    ...{ from: localMoment(from), until: localMoment(until), territory },
  }))
  return JSON.stringify(typed)
}

/** What `writeWindows` or the fields wrote. */
export function readWindows(text: string): readonly TypedWindow[] {
  return text === '' ? [] : (JSON.parse(text) as readonly TypedWindow[])
}

/** For the endpoint; moments that were not touched stay to the second. */
export function windowsInput(before: readonly FilmWindow[], text: string): readonly FilmWindow[] {
  const moments = before.flatMap(({ from, until }) => [from, until])
  const exact = (typed: string) =>
    typed === '' ? null : (moments.find((sec) => localMoment(sec) === typed) ?? secOfMoment(typed))
  return readWindows(text).map(({ from, until, territory }) => ({
    ...{ from: exact(from), until: exact(until), territory },
  }))
}

export type WindowsProblem =
  | { readonly kind: 'period'; readonly number: number }
  | { readonly kind: 'overlap'; readonly number: number; readonly other: number }

/** The first thing that is wrong with windows, numbered from 1; the server refuses the same. */
export function windowsProblem(windows: readonly TypedWindow[]): WindowsProblem | undefined {
  for (const [index, one] of windows.entries()) {
    if (one.from !== '' && one.until !== '' && one.until <= one.from)
      return { kind: 'period', number: index + 1 }
    const other = windows.findIndex((two, at) => at > index && overlaps(one, two))
    if (other >= 0) return { kind: 'overlap', number: index + 1, other: other + 1 }
  }
  return undefined
}

function overlaps(a: TypedWindow, b: TypedWindow): boolean {
  const isShared = a.territory === b.territory || [a.territory, b.territory].includes('everywhere')
  const begins = (one: TypedWindow, two: TypedWindow) =>
    one.from === '' || two.until === '' || one.from < two.until
  return isShared && begins(a, b) && begins(b, a)
}

/** What the typed windows say of a film at a moment. */
export function typedState(text: string, nowSec: number): WindowState {
  const windows = windowsInput([], text)
  const territories = [...new Set(windows.map(({ territory }) => territory))]
  if (windows.length === 0) return { state: 'always', at: null, territories }
  const open = windows.filter(
    ({ from, until }) => (from ?? 0) <= nowSec && (until === null || nowSec < until),
  )
  if (open.length > 0) {
    const isEndless = open.some(({ until }) => until === null)
    return {
      state: 'open',
      at: isEndless ? null : Math.max(...open.map(({ until }) => until ?? 0)),
      territories,
    }
  }
  const coming = windows.map(({ from }) => from ?? 0).filter((from) => from > nowSec)
  if (coming.length > 0) return { state: 'upcoming', at: Math.min(...coming), territories }
  return { state: 'ended', at: Math.max(...windows.map(({ until }) => until ?? 0)), territories }
}
