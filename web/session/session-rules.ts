/**
 * The transitions of a session (specification, 4): a pure reducer. No storage, timer or DOM here, so that every
 * order of events can be tested.
 */
import type { Language } from '#contract/form/failures.ts'

/** Why a session is no longer valid. */
export type EndReason = 'ended' | 'blocked' | 'deactivated'

/** The message for a viewer whose session has ended, until it was read. */
export interface SessionEndNotice {
  /** The token that became invalid. */
  readonly token: string
  readonly reason: EndReason
  /** The call centre's number, or '' until it is loaded. */
  readonly supportPhone: string
  /** True when the rejected page leads to the login (channel detail, ACC-08). */
  readonly toLogin: boolean
  /** The token after whose rejection the storage still has to be cleared, or null. */
  readonly clearing: string | null
}

/** What is stored of a viewer between visits; all null and false for a guest. */
export interface Viewer {
  /** The bearer token (ACC-05). */
  readonly token: string | null
  /** True once the server has confirmed the token (ACC-06); until then the value of the last visit. */
  readonly access: boolean
  /** The subscriber's number. */
  readonly abonement: string | null
  /** The device's own number, created at its login and sent with every request. */
  readonly deviceUid: string | null
}

export interface SessionState extends Viewer {
  readonly language: Language
  /** True outside the national network, false inside, null until the region has loaded (REGION-01). */
  readonly world: boolean | null
  /** True while the region is being requested. */
  readonly worldLoading: boolean
  readonly sessionEndNotice: SessionEndNotice | null
}

export type SessionEvent =
  | { readonly kind: 'signed_in'; readonly viewer: Viewer }
  | { readonly kind: 'signed_out' }
  /** `account/status` accepted or rejected `token`, with the reason (ACC-06). */
  | { readonly kind: 'found_good'; readonly token: string }
  | {
      readonly kind: 'found_bad'
      readonly token: string
      readonly reason: EndReason
      readonly supportPhone: string
    }
  /** A request was rejected with 403 (ACC-08). */
  | {
      readonly kind: 'refused'
      readonly token: string
      readonly reason: EndReason
      readonly toLogin: boolean
    }
  /** The two seconds after the rejection of `token` are over. */
  | { readonly kind: 'refusal_over'; readonly token: string }
  /** `customer/login` returned another token for the same session. */
  | { readonly kind: 'renewed'; readonly former: string; readonly token: string }
  /** Another tab has changed the storage. */
  | { readonly kind: 'seen'; readonly viewer: Viewer }
  | { readonly kind: 'session_end_read' }
  | { readonly kind: 'language'; readonly language: Language }
  | { readonly kind: 'world_asked' }
  /** `world` null: there was no response. */
  | { readonly kind: 'world'; readonly world: boolean | null }

/** The change of the storage: write the viewer, remove the viewer, or clear everything (ACC-08). */
export type StorageAction =
  | 'as_it_is'
  | 'write_viewer'
  | 'write_access'
  | 'remove_viewer'
  | 'clear'
  | 'write_language'

export interface Step {
  readonly state: SessionState
  readonly keeping: StorageAction
}

export const guest: Viewer = { token: null, access: false, abonement: null, deviceUid: null }

/** Two states with the same key belong to the same viewer; a renewed token changes nothing. '' is a guest. */
export function viewerKey({ token, abonement, deviceUid }: Viewer): string {
  return token === null ? '' : `${abonement ?? token} ${deviceUid ?? ''}`
}

function still(state: SessionState): Step {
  return { state, keeping: 'as_it_is' }
}

/** The next state, and the storage change it requires. Events about another token are ignored. */
export function step(state: SessionState, event: SessionEvent): Step {
  switch (event.kind) {
    case 'signed_in':
      return { state: { ...state, ...event.viewer, sessionEndNotice: null }, keeping: 'write_viewer' }
    case 'signed_out':
      return { state: { ...state, ...guest, sessionEndNotice: null }, keeping: 'remove_viewer' }
    case 'found_good':
      if (event.token !== state.token || state.access) return still(state)
      return { state: { ...state, access: true }, keeping: 'write_access' }
    case 'found_bad':
    case 'refused':
      return ended(state, event)
    case 'refusal_over':
      return state.sessionEndNotice?.clearing === event.token
        ? cleared(state, state.sessionEndNotice)
        : still(state)
    case 'renewed':
      // A token renewed too late does not save a session that is ending.
      if (event.former !== state.token || state.sessionEndNotice !== null) return still(state)
      return { state: { ...state, token: event.token, access: true }, keeping: 'write_viewer' }
    case 'seen':
      return still(seen(state, event.viewer))
    case 'session_end_read':
      return readSessionEndNotice(state)
    case 'language':
      return { state: { ...state, language: event.language }, keeping: 'write_language' }
    case 'world_asked':
      return still({ ...state, worldLoading: true })
    case 'world':
      return still({ ...state, world: event.world ?? state.world, worldLoading: false })
  }
}

/**
 * A status of 1 removes access and token at once; a rejection leaves them for two seconds and then clears
 * everything.
 */
function ended(
  state: SessionState,
  event: Extract<SessionEvent, { readonly kind: 'found_bad' | 'refused' }>,
): Step {
  const { reason, token } = event
  const started = state.sessionEndNotice
  // The status may have ended the session already: further rejections of the same token belong to the same end.
  if (token !== state.token && (event.kind === 'found_bad' || token !== started?.token)) return still(state)
  if (event.kind === 'found_bad') {
    const sessionEndNotice = {
      token,
      reason,
      supportPhone: event.supportPhone,
      toLogin: started?.toLogin ?? false,
      clearing: started?.clearing ?? null,
    }
    return { state: { ...state, ...guest, sessionEndNotice }, keeping: 'remove_viewer' }
  }
  const sessionEndNotice = {
    token,
    reason: started?.reason ?? reason,
    supportPhone: started?.supportPhone ?? '',
    toLogin: event.toLogin || started?.toLogin === true,
    clearing: token,
  }
  return still({ ...state, sessionEndNotice })
}

function cleared(state: SessionState, sessionEndNotice: SessionEndNotice): Step {
  return {
    state: { ...state, ...guest, sessionEndNotice: { ...sessionEndNotice, clearing: null } },
    keeping: 'clear',
  }
}

/** A viewer who has read the message before the two seconds are over does not wait. */
function readSessionEndNotice(state: SessionState): Step {
  if (state.sessionEndNotice === null) return still(state)
  const wasCleared = state.sessionEndNotice.clearing !== null
  return {
    state: { ...state, ...(wasCleared ? guest : {}), sessionEndNotice: null },
    keeping: wasCleared ? 'clear' : 'as_it_is',
  }
}

/** A login in another tab removes the message here; a logout there leaves it. A renewed token is taken over. */
function seen(state: SessionState, viewer: Viewer): SessionState {
  if (viewer.token === state.token)
    return viewer.access === state.access ? state : { ...state, access: viewer.access }
  return { ...state, ...viewer, sessionEndNotice: viewer.token === null ? state.sessionEndNotice : null }
}
