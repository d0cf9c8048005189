/** Reports errors in a packaged app to the server, without identifying the viewer. */
import { apps, appFieldLimits, type AppReportKind } from '#contract/site/apps.ts'
import { currentAddress } from '#web/router/address-bar.ts'
import { callQuietly } from '#web/session/requests/api.ts'
import { appPlatform, isPackaged } from './app-platform.ts'

/** More reports of one kind in one start add no information. */
const maxPerStart = 3

const sent = new Map<AppReportKind, Set<string>>()

/** Reports an error once, at most three of a kind per start. Does nothing in a browser. */
export function reportApp(kind: AppReportKind, message: string): void {
  if (!isPackaged()) return
  const messages = sent.get(kind) ?? new Set()
  sent.set(kind, messages)
  const text = message.slice(0, appFieldLimits.message)
  if (messages.size >= maxPerStart || messages.has(text)) return
  messages.add(text)
  const page = currentAddress().pathname.slice(0, appFieldLimits.page)
  void callQuietly(apps.report, { ...appPlatform(), kind, message: text, page })
}

/** Reports unhandled errors. */
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

/** The error and where it was thrown: the file and the position in it, without the host and path before them. */
function wordsOf(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise
  const [, file = '', place = ''] = /([\w.-]+\.[jt]sx?)(?:\?[^\s:]*)?(:\d+:\d+)/.exec(error.stack ?? '') ?? []
  return `${error.name}: ${error.message}${file === '' ? '' : ` at ${file}${place}`}`
}

/** For tests: the next report counts as the first of a start. */
export function forgetReports(): void {
  sent.clear()
}
