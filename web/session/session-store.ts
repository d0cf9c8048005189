/** Who is watching and in which language, kept in local storage. No DOM here, so a test can hold it in its hand. */
import type { Language } from '#contract/failures.ts'

/** The part of `Storage` used here. */
export interface KeptValues {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  clear(): void
}

export interface SessionState {
  /** The bearer token, or null for a guest. */
  readonly token: string | null
  /** True once the server has said that the token is good (ACC-06); assumed from the last visit until it answers. */
  readonly access: boolean
  /** The subscriber's number, or null for a guest. */
  readonly abonement: string | null
  readonly language: Language
  /** True outside the national network, false inside, null until the region is known. */
  readonly world: boolean | null
  /** True for the 2 seconds between a refused token and the clearing of everything (ACC-08). */
  readonly ending: boolean
}

export interface Session {
  get(): SessionState
  /** Calls back after every change; returns the way to stop. */
  subscribe(listener: () => void): () => void
  signIn(who: { token: string; abonement: string; deviceUid: string }): void
  signOut(): void
  setLanguage(language: Language): void
  /** The answer of `account/status` to `token`: 0 keeps the session, 1 removes it (ACC-06). */
  checked(token: string, status: 0 | 1): void
  setWorld(world: boolean): void
  /** A call was refused with 403: all that is stored goes after `END_DELAY_MS` (ACC-08). */
  refused(): void
  /** Reads the storage again: another tab may have signed in or out. */
  reread(): void
}

/** How long "the session has ended" stands before everything stored is cleared (specification, 4). */
export const END_DELAY_MS = 2000

const keys = { token: 'token', access: 'access', abonement: 'abonement', language: 'lang', mark: 'check2' }

/** Clears a storage that this version has never seen and marks it (SHELL-09). */
export function markFirstStart(storage: KeptValues): void {
  if (storage.getItem(keys.mark) !== null) return
  storage.clear()
  storage.setItem(keys.mark, '1')
}

/** Everything else than `uz` is `ru`: the default and the fallback (I18N-01). */
export const languageOf = (text: string | null): Language => (text === 'uz' ? 'uz' : 'ru')

function read(storage: KeptValues): Omit<SessionState, 'world' | 'ending'> {
  const token = storage.getItem(keys.token)
  return {
    token,
    access: token !== null && storage.getItem(keys.access) === '1',
    abonement: storage.getItem(keys.abonement),
    language: languageOf(storage.getItem(keys.language)),
  }
}

interface Wiring {
  storage: KeptValues
  /** Runs something later: `setTimeout` in a browser. */
  later: (run: () => void, delayMs: number) => void
}

/** Begins from what is stored. Every change is written at once. */
export function createSession({ storage, later }: Wiring): Session {
  markFirstStart(storage)
  let state: SessionState = { ...read(storage), world: null, ending: false }
  const listeners = new Set<() => void>()
  const change = (part: Partial<SessionState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const guest = { token: null, access: false, abonement: null } as const
  const forget = () => {
    for (const key of [keys.token, keys.access, keys.abonement]) storage.removeItem(key)
    change({ ...guest, ending: false })
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signIn({ token, abonement, deviceUid }) {
      storage.setItem(keys.token, token)
      storage.setItem(keys.abonement, abonement)
      storage.setItem(keys.access, '1')
      storage.setItem('device_uid', deviceUid)
      change({ token, abonement, access: true, ending: false })
    },
    signOut: forget,
    setLanguage(language) {
      storage.setItem(keys.language, language)
      change({ language })
    },
    checked(token, status) {
      if (token !== state.token) return
      if (status === 1) return forget()
      storage.setItem(keys.access, '1')
      if (!state.access) change({ access: true })
    },
    setWorld: (world) => change({ world }),
    refused() {
      const { token } = state
      if (token === null || state.ending) return
      change({ ending: true })
      later(() => {
        if (state.token !== token) return
        storage.clear()
        // The page stays in the language it is read in, and the next start is not a first one.
        storage.setItem(keys.mark, '1')
        storage.setItem(keys.language, state.language)
        change({ ...guest, ending: false })
      }, END_DELAY_MS)
    },
    reread() {
      const now = read(storage)
      const same = now.token === state.token && now.language === state.language && now.access === state.access
      if (!same) change(now)
    },
  }
}
