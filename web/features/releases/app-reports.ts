/** Tells the server what went wrong in a packaged app, without saying whose it is. */
import { apps, appFieldLimits, type AppReportKind } from '#contract/site/apps.ts'
import { callQuietly } from '#web/session/requests/api.ts'
import { appPlatform, isPackaged } from './app-platform.ts'

/** More of one kind in one start say nothing new. */
const maxPerStart = 3

const sent = new Map<AppReportKind, Set<string>>()

/** Reports once what went wrong, at most three of a kind in a start. Does nothing in a browser. */
export function reportApp(kind: AppReportKind, message: string): void {
  if (!isPackaged()) return
  const messages = sent.get(kind) ?? new Set()
  sent.set(kind, messages)
  const text = message.slice(0, appFieldLimits.message)
  if (messages.size >= maxPerStart || messages.has(text)) return
  messages.add(text)
  const page = location.pathname.slice(0, appFieldLimits.page)
  void callQuietly(apps.report, { ...appPlatform(), kind, message: text, page })
}

/** Reports errors that nothing handled. */
export function reportErrors(): void {
  window.addEventListener('error', ({ error, message }: ErrorEvent) => {
    reportApp('crash', wordsOf(error, message))
  })
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!isAbort(reason)) reportApp('crash', wordsOf(reason, 'unhandled rejection'))
  })
}

function isAbort(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError'
}

/** The error and where it was thrown: a file and a place in it, without the address before them. */
function wordsOf(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise
  const [, file = '', place = ''] = /([\w.-]+\.[jt]sx?)(?:\?[^\s:]*)?(:\d+:\d+)/.exec(error.stack ?? '') ?? []
  return `${error.name}: ${error.message}${file === '' ? '' : ` at ${file}${place}`}`
}

/** For tests: the next report is the first of a start. */
export function forgetReports(): void {
  sent.clear()
}
