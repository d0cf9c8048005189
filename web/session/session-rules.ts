/**
 * What becomes of a session when something happens to it (specification, 4): values in, values out. No storage, no
 * timer and no DOM here, so that every order of events can be tried.
 */
import type { Language } from '#contract/form/failures.ts'

/** Why a session is no longer good. */
export type EndReason = 'ended' | 'blocked' | 'deactivated'

/** What a viewer whose session has ended is told, until he has read it. */
export interface Farewell {
  /** The token that was no longer good. */
  readonly token: string
  readonly reason: EndReason
  /** The call centre, or '' while it is not known. */
  readonly supportPhone: string
  /** True when the page that was refused leads to the login (channel detail, ACC-08). */
  readonly toLogin: boolean
  /** The token after whose refusal everything stored is still to be cleared, or null. */
  readonly clearing: string | null
}

/** What is kept of a viewer between visits; all null and false for a guest. */
export interface Viewer {
  /** The bearer token (ACC-05). */
  readonly token: string | null
  /** True once the server has said that the token is good (ACC-06); assumed from the last visit until it answers. */
  readonly access: boolean
  /** The subscriber's number. */
  readonly abonement: string | null
  /** The device's own number, made at its login and sent with every call. */
  readonly deviceUid: string | null
}

export interface SessionState extends Viewer {
  readonly language: Language
  /** True outside the national network, false inside, null until the region is known (REGION-01). */
  readonly world: boolean | null
  /** True while the region is asked for. */
  readonly worldLoading: boolean
  readonly farewell: Farewell | null
}

export type SessionEvent =
  | { readonly kind: 'signed_in'; readonly viewer: Viewer }
  | { readonly kind: 'signed_out' }
  /** `account/status` called `token` good, or not and why (ACC-06). */
  | { readonly kind: 'found_good'; readonly token: string }
  | {
      readonly kind: 'found_bad'
      readonly token: string
      readonly reason: EndReason
      readonly supportPhone: string
    }
  /** A call was refused with 403 (ACC-08). */
  | {
      readonly kind: 'refused'
      readonly token: string
      readonly reason: EndReason
      readonly toLogin: boolean
    }
  /** The two seconds after the refusal of `token` are over. */
  | { readonly kind: 'refusal_over'; readonly token: string }
  /** `customer/login` gave another token for the same session. */
  | { readonly kind: 'renewed'; readonly former: string; readonly token: string }
  /** Another tab has left this in the storage. */
  | { readonly kind: 'seen'; readonly viewer: Viewer }
  | { readonly kind: 'farewell_read' }
  | { readonly kind: 'language'; readonly language: Language }
  | { readonly kind: 'world_asked' }
  /** `world` null: the answer did not come. */
  | { readonly kind: 'world'; readonly world: boolean | null }

/** What has to be done to the storage: write the viewer, remove him, or clear everything (ACC-08). */
export type Keeping =
  | 'as_it_is'
  | 'write_viewer'
  | 'write_access'
  | 'remove_viewer'
  | 'clear'
  | 'write_language'

export interface Step {
  readonly state: SessionState
  readonly keeping: Keeping
}

export const guest: Viewer = { token: null, access: false, abonement: null, deviceUid: null }

/** Two states with the same key are the same viewer; a renewed token changes nothing. '' is a guest. */
export function viewerKey({ token, abonement, deviceUid }: Viewer): string {
  return token === null ? '' : `${abonement ?? token} ${deviceUid ?? ''}`
}

function still(state: SessionState): Step {
  return { state, keeping: 'as_it_is' }
}

/** The next state, and what it asks of the storage. An event about a token that is no longer ours changes nothing. */
export function step(state: SessionState, event: SessionEvent): Step {
  switch (event.kind) {
    case 'signed_in':
      return { state: { ...state, ...event.viewer, farewell: null }, keeping: 'write_viewer' }
    case 'signed_out':
      return { state: { ...state, ...guest, farewell: null }, keeping: 'remove_viewer' }
    case 'found_good':
      if (event.token !== state.token || state.access) return still(state)
      return { state: { ...state, access: true }, keeping: 'write_access' }
    case 'found_bad':
    case 'refused':
      return ended(state, event)
    case 'refusal_over':
      return state.farewell?.clearing === event.token ? cleared(state, state.farewell) : still(state)
    case 'renewed':
      // A session that is being ended is not saved by a token that came late.
      if (event.former !== state.token || state.farewell !== null) return still(state)
      return { state: { ...state, token: event.token, access: true }, keeping: 'write_viewer' }
    case 'seen':
      return still(seen(state, event.viewer))
    case 'farewell_read':
      return farewellRead(state)
    case 'language':
      return { state: { ...state, language: event.language }, keeping: 'write_language' }
    case 'world_asked':
      return still({ ...state, worldLoading: true })
    case 'world':
      return still({ ...state, world: event.world ?? state.world, worldLoading: false })
  }
}

/** A status of 1 removes access and token at once; a refusal leaves them for two seconds and then clears everything. */
function ended(
  state: SessionState,
  event: Extract<SessionEvent, { readonly kind: 'found_bad' | 'refused' }>,
): Step {
  const { reason, token } = event
  const started = state.farewell
  // The status may have told it first: what else is refused to the same token belongs to the same end.
  if (token !== state.token && (event.kind === 'found_bad' || token !== started?.token)) return still(state)
  if (event.kind === 'found_bad') {
    const farewell = {
      token,
      reason,
      supportPhone: event.supportPhone,
      toLogin: started?.toLogin ?? false,
      clearing: started?.clearing ?? null,
    }
    return { state: { ...state, ...guest, farewell }, keeping: 'remove_viewer' }
  }
  const farewell = {
    token,
    reason: started?.reason ?? reason,
    supportPhone: started?.supportPhone ?? '',
    toLogin: event.toLogin || started?.toLogin === true,
    clearing: token,
  }
  return still({ ...state, farewell })
}

function cleared(state: SessionState, farewell: Farewell): Step {
  return {
    state: { ...state, ...guest, farewell: { ...farewell, clearing: null } },
    keeping: 'clear',
  }
}

/** Who has read it before the two seconds are over need not wait for them. */
function farewellRead(state: SessionState): Step {
  if (state.farewell === null) return still(state)
  const wasCleared = state.farewell.clearing !== null
  return {
    state: { ...state, ...(wasCleared ? guest : {}), farewell: null },
    keeping: wasCleared ? 'clear' : 'as_it_is',
  }
}

/** Another tab's login ends what was told here; its logout leaves it standing. A renewed token is just taken over. */
function seen(state: SessionState, viewer: Viewer): SessionState {
  if (viewer.token === state.token)
    return viewer.access === state.access ? state : { ...state, access: viewer.access }
  return { ...state, ...viewer, farewell: viewer.token === null ? state.farewell : null }
}
