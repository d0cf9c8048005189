/**
 * The session and its storage. No DOM here, so that it can be tested alone; the transitions are in
 * session-rules.ts.
 */
import type { Language } from '#contract/form/failures.ts'
import {
  guest,
  step,
  type EndReason,
  type StorageAction,
  type SessionEvent,
  type SessionState,
  type Viewer,
} from './session-rules.ts'
import { profileKey } from './profile.ts'
import { closedUpdatesKey, pushOffKey } from '#web/state/app-package.ts'
import { serverKey } from '#web/state/site-address.ts'
import { createChanges } from '#web/state/create-store.ts'

/** The part of `Storage` used here. */
export interface StoredValues {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  clear(): void
}

export interface Session {
  get(): SessionState
  /** Calls back after every change; returns the function that stops it. */
  subscribe(listener: () => void): () => void
  signIn(who: { token: string; abonement: string; deviceUid: string }): void
  signOut(): void
  /**
   * A logout request is under way, or (false) has failed. Meanwhile no tab shows a message about the end of the
   * session, because the viewer caused it.
   */
  leaving(isLeaving: boolean): void
  setLanguage(language: Language): void
  /** The response of `account/status` to `token`: status 0 keeps the session, 1 removes it (ACC-06). */
  checked(token: string, answer: StatusResponse): void
  /** The region is being requested, … */
  askingWorld(): void
  /** … and its response, or null when there was none (REGION-01). */
  setWorld(world: boolean | null): void
  /** A request with `token` was rejected with 403: the storage is cleared after `endDelayMs` (ACC-08). */
  refused(token: string, why: { reason: EndReason; toLogin: boolean }): void
  /** The viewer has read why the session ended. */
  readSessionEndNotice(): void
  /** `customer/login` replaced `former` by `token`. */
  renewed(former: string, token: string): void
  /** Reads the storage again: another tab may have logged in or out, renewed the token or changed the language. */
  reread(): void
}

export interface StatusResponse {
  readonly status: 0 | 1
  readonly reason: 'good' | 'none' | EndReason
  readonly support_phone: string
}

/** How long the message "the session has ended" is shown before the storage is cleared (specification, 4). */
export const endDelayMs = 2000

const keys = {
  token: 'token',
  access: 'access',
  abonement: 'abonement',
  deviceUid: 'device_uid',
  language: 'lang',
  mark: 'check2',
  leaving: 'leaving',
  profile: profileKey,
}

/** What was chosen on its device, not for the account: an app's server, no push messages, closed lines about versions. */
const keysOfDevice = [serverKey, pushOffKey, closedUpdatesKey]

/** Everything except what belongs to the device. */
function clearAll(storage: StoredValues): void {
  const values = keysOfDevice.map((key) => [key, storage.getItem(key)] as const)
  storage.clear()
  for (const [key, value] of values) if (value !== null) storage.setItem(key, value)
}

/** Clears a storage that this version has never used, and marks it (SHELL-09). */
export function markFirstStart(storage: StoredValues): void {
  if (storage.getItem(keys.mark) !== null) return
  clearAll(storage)
  storage.setItem(keys.mark, '1')
}

/** Everything except `uz` is `ru`: the default and the fallback (I18N-01). */
export function languageOf(text: string | null): Language {
  return text === 'uz' ? 'uz' : 'ru'
}

function readViewer(storage: StoredValues): Viewer {
  const token = storage.getItem(keys.token)
  if (token === null) return guest
  return {
    token,
    access: storage.getItem(keys.access) === '1',
    abonement: storage.getItem(keys.abonement),
    deviceUid: storage.getItem(keys.deviceUid),
  }
}

/** The token is written last and removed first: another tab that sees it also sees the data that belongs to it. */
function keep(storage: StoredValues, keeping: StorageAction, state: SessionState): void {
  if (keeping === 'write_language') storage.setItem(keys.language, state.language)
  if (keeping === 'write_access') storage.setItem(keys.access, '1')
  if (keeping === 'remove_viewer')
    for (const key of [keys.token, keys.access, keys.abonement, keys.deviceUid, keys.leaving, keys.profile])
      storage.removeItem(key)
  if (keeping === 'clear') {
    clearAll(storage)
    // The language and the mark of the first start survive the clearing.
    storage.setItem(keys.mark, '1')
    storage.setItem(keys.language, state.language)
  }
  if (keeping === 'write_viewer') {
    if (state.deviceUid !== null) storage.setItem(keys.deviceUid, state.deviceUid)
    if (state.abonement !== null) storage.setItem(keys.abonement, state.abonement)
    storage.setItem(keys.access, '1')
    if (state.token !== null) storage.setItem(keys.token, state.token)
  }
}

function keepLeaving(storage: StoredValues, token: string | null): void {
  if (token === null) storage.removeItem(keys.leaving)
  else storage.setItem(keys.leaving, token)
}

function stateOf(storage: StoredValues, language: Language): SessionState {
  return {
    ...readViewer(storage),
    language: languageOf(storage.getItem(keys.language) ?? language),
    world: null,
    worldLoading: false,
    sessionEndNotice: null,
  }
}

function endReasonOf(reason: StatusResponse['reason']): EndReason {
  return reason === 'blocked' || reason === 'deactivated' ? reason : 'ended'
}

interface Wiring {
  storage: StoredValues
  /** Runs a function later: `setTimeout` in a browser. */
  later: (run: () => void, delayMs: number) => void
  /** The language until one is chosen; Russian when left out (I18N-01). */
  language?: Language
}

/** Starts from the stored data. Every change is stored at once. */
export function createSession({ storage, later, language: first = 'ru' }: Wiring): Session {
  markFirstStart(storage)
  let state = stateOf(storage, first)
  const changes = createChanges()
  const take = (event: SessionEvent) => {
    const next = step(state, event)
    keep(storage, next.keeping, next.state)
    if (next.state === state) return
    state = next.state
    changes.emit()
  }
  const reread = () => {
    // A cleared storage contains no language: the page keeps its current one.
    const language = storage.getItem(keys.language)
    if (language !== null && languageOf(language) !== state.language)
      take({ kind: 'language', language: languageOf(language) })
    take({ kind: 'seen', viewer: readViewer(storage) })
  }
  // A response of the server concerns one token; the storage shows whether it is still the current one before this
  // tab is notified.
  const takeFresh = (event: SessionEvent) => {
    reread()
    take(event)
  }
  const isOwnLeave = (token: string) => {
    const isOwn = token === state.token && token === storage.getItem(keys.leaving)
    if (isOwn) take({ kind: 'seen', viewer: guest })
    return isOwn
  }
  return {
    get: () => state,
    subscribe: changes.subscribe,
    signIn: (viewer) => take({ kind: 'signed_in', viewer: { ...viewer, access: true } }),
    signOut: () => take({ kind: 'signed_out' }),
    leaving: (isLeaving) => keepLeaving(storage, isLeaving ? state.token : null),
    setLanguage: (language) => take({ kind: 'language', language }),
    checked(token, { status, reason, support_phone: supportPhone }) {
      if (status === 0) return takeFresh({ kind: 'found_good', token })
      if (isOwnLeave(token)) return
      takeFresh({ kind: 'found_bad', token, reason: endReasonOf(reason), supportPhone })
    },
    askingWorld: () => take({ kind: 'world_asked' }),
    setWorld: (world) => take({ kind: 'world', world }),
    refused(token, why) {
      reread()
      if (isOwnLeave(token)) return
      const wasClearing = state.sessionEndNotice?.clearing === token
      take({ kind: 'refused', token, ...why })
      if (wasClearing || state.sessionEndNotice?.clearing !== token) return
      // Another tab may have logged in meanwhile; then the storage must not be cleared.
      later(() => takeFresh({ kind: 'refusal_over', token }), endDelayMs)
    },
    readSessionEndNotice: () => take({ kind: 'session_end_read' }),
    renewed: (former, token) => takeFresh({ kind: 'renewed', former, token }),
    reread,
  }
}
