/**
 * What is used of Google's sender framework
 * (https://developers.google.com/cast/docs/reference/web_sender), and how it is loaded. Only Chromium has it.
 */
import { loadScript } from '#web/state/load-script.ts'

export interface CastSession {
  addMessageListener(namespace: string, listener: (namespace: string, message: string) => void): void
  sendMessage(namespace: string, data: object): Promise<unknown>
  getCastDevice(): { readonly friendlyName: string }
}

export interface CastStateEvent {
  readonly castState: string
}
export interface SessionStateEvent {
  readonly sessionState: string
  readonly session: CastSession
}

export interface CastContext {
  setOptions(options: { readonly receiverApplicationId: string; readonly autoJoinPolicy: string }): void
  getCastState(): string
  addEventListener(name: string, listener: (event: CastStateEvent & SessionStateEvent) => void): void
  /** Opens the browser's list of devices. Rejects with an error code when none was chosen. */
  requestSession(): Promise<unknown>
  endCurrentSession(stopCasting: boolean): void
}

interface CastScope {
  __onGCastApiAvailable?: (isAvailable: boolean) => void
  readonly cast?: { readonly framework: { readonly CastContext: { getInstance(): CastContext } } }
  readonly PresentationRequest?: unknown
  readonly chrome?: unknown
}

/** The names of events and states, constants of the framework. */
export const castNames = {
  stateChanged: 'caststatechanged',
  sessionChanged: 'sessionstatechanged',
  noDevices: 'NO_DEVICES_AVAILABLE',
  started: ['SESSION_STARTED', 'SESSION_RESUMED'],
  ended: ['SESSION_ENDED', 'SESSION_START_FAILED'],
  /** Pages of the same site in the same browser join a session that is already there. */
  originScoped: 'origin_scoped',
} as const

const script = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1'
const limitMs = 15_000

/** Whether this browser can have the framework: Chromium, on a secure page. */
export function mayCast(scope = globalThis as CastScope): boolean {
  return scope.chrome !== undefined && scope.PresentationRequest !== undefined
}

/** Loads the framework; null where the browser turns out to have no Cast. Rejects when the script does not load. */
export async function loadGoogleCast(): Promise<CastContext | null> {
  const scope = globalThis as CastScope
  let timer: ReturnType<typeof setTimeout> | undefined
  // The script calls this name once the framework, a script of its own, has loaded too.
  const available = new Promise<boolean>((resolve) => {
    scope.__onGCastApiAvailable = resolve
    timer = setTimeout(resolve, limitMs, false)
  })
  try {
    await loadScript(script, limitMs)
    return (await available) ? (scope.cast?.framework.CastContext.getInstance() ?? null) : null
  } finally {
    clearTimeout(timer)
  }
}
