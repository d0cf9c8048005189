/** The states of the phone's page, from the code to the decision. A pure reducer. */
import type { CallResult } from '#contract/client.ts'
import { devicesInDetails, type DeviceOf } from '#contract/accounts/devices.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { tvLogin } from '#contract/accounts/tv-login.ts'

export type Asking = ResponseOf<typeof tvLogin.look>
export type Looked = CallResult<Asking>
export type Decided = CallResult<ResponseOf<typeof tvLogin.decide>>

export type LinkState =
  /** A code is being typed; `problem` belongs to the field. */
  | { readonly kind: 'typing'; readonly problem: string | null }
  | { readonly kind: 'finding' }
  /** `busy`: the button that was pressed. */
  | {
      readonly kind: 'found'
      readonly asking: Asking
      readonly busy: 'allow' | 'deny' | null
      readonly problem: string | null
    }
  | {
      readonly kind: 'full'
      readonly asking: Asking
      readonly devices: readonly DeviceOf[]
      readonly busy: boolean
      readonly problem: string | null
    }
  | { readonly kind: 'allowed' }
  | { readonly kind: 'sent_away' }

export type LinkEvent =
  | { readonly kind: 'typed' }
  | { readonly kind: 'incomplete'; readonly problem: string }
  | { readonly kind: 'sought' }
  | { readonly kind: 'looked'; readonly result: Looked; readonly noConnection: string }
  | { readonly kind: 'deciding'; readonly allow: boolean }
  | {
      readonly kind: 'decided'
      readonly allow: boolean
      readonly result: Decided
      readonly noConnection: string
    }

export const firstState: LinkState = { kind: 'typing', problem: null }

export function stepLink(state: LinkState, event: LinkEvent): LinkState {
  switch (event.kind) {
    case 'typed':
      return firstState
    case 'incomplete':
      return { kind: 'typing', problem: event.problem }
    case 'sought':
      return { kind: 'finding' }
    case 'looked':
      // The code was edited meanwhile.
      return state.kind === 'finding' ? looked(event) : state
    case 'deciding':
      if (state.kind === 'full') return { ...state, busy: true, problem: null }
      if (state.kind !== 'found') return state
      return { ...state, busy: event.allow ? 'allow' : 'deny', problem: null }
    case 'decided':
      return decided(state, event)
  }
}

function looked({ result, noConnection }: Extract<LinkEvent, { kind: 'looked' }>): LinkState {
  if (result.kind === 'ok') return { kind: 'found', asking: result.data, busy: null, problem: null }
  return { kind: 'typing', problem: wordsOf(result, noConnection) }
}

function decided(state: LinkState, event: Extract<LinkEvent, { kind: 'decided' }>): LinkState {
  const { result, allow } = event
  if (state.kind !== 'found' && state.kind !== 'full') return state
  if (result.kind === 'ok') return { kind: allow ? 'allowed' : 'sent_away' }
  const problem = wordsOf(result, event.noConnection)
  if (result.kind === 'refused' && result.failure === 'device_limit') {
    const devices = devicesInDetails(result.details)
    const report = state.kind === 'full' ? problem : null
    if (devices.length > 0)
      return { kind: 'full', asking: state.asking, devices, busy: false, problem: report }
  }
  // The code has expired: there is nothing to decide.
  if (result.kind === 'refused' && result.failure === 'wrong_user_code') return { kind: 'typing', problem }
  return state.kind === 'full' ? { ...state, busy: false, problem } : { ...state, busy: null, problem }
}

function wordsOf(result: Exclude<Looked | Decided, { kind: 'ok' }>, noConnection: string) {
  return result.kind === 'refused' ? result.message : noConnection
}
