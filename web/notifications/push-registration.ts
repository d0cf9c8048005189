/**
 * Registers this device for push messages of the account that is logged in (`pushDevices` of the contract). The server
 * forgets it with the session; the viewer's own switch is stored on the device.
 */
import { pushDevices } from '#contract/accounts/push-devices.ts'
import type { PushMessages } from '#web/platforms/platform.ts'
import { callQuietly } from '#web/session/requests/api.ts'
import { session } from '#web/session/session.ts'
import { pushOffKey } from '#web/state/app-package.ts'
import { createStore, type ReadableStore } from '#web/state/create-store.ts'

/** `unavailable`: no app, or one without the operator's keys. `blocked`: forbidden in the system's settings. */
export type PushState = 'unavailable' | 'off' | 'blocked' | 'on'

const state = createStore<PushState>('unavailable')
export const pushState: ReadableStore<PushState> = state

let push: PushMessages | null = null
let unsubscribe: () => void = () => undefined
/** Whether the device gets its address; null: it was not asked for one, or has none and is asked again. */
let following: Promise<boolean> | null = null
let token = ''
/** What the server was last told: the session, its language, the token. */
let registered = ''

function isSwitchedOff(): boolean {
  try {
    return localStorage.getItem(pushOffKey) === 'off'
  } catch {
    return false
  }
}

function storeSwitch(isOff: boolean): void {
  try {
    if (isOff) localStorage.setItem(pushOffKey, 'off')
    else localStorage.removeItem(pushOffKey)
  } catch {
    // It applies until the app ends.
  }
}

/** Called once, when the app starts: a viewer who allowed messages before gets them again. */
export async function followPush(messages: PushMessages): Promise<void> {
  push = messages
  unsubscribe = session.subscribe(() => void register())
  const permission = await messages.permission()
  if (permission === 'granted' && !isSwitchedOff()) await begin(messages)
  else state.set(permission === 'denied' ? 'blocked' : 'off')
}

/**
 * The viewer's button: asks the system for permission if it was not asked yet. False when nothing will come: the device got no
 * address, or the server did not take it.
 */
export async function turnPushOn(): Promise<boolean> {
  if (push === null) return false
  storeSwitch(false)
  if ((await push.request()) !== 'granted') {
    state.set('blocked')
    return true
  }
  if (!(await begin(push))) return false
  if (registered !== '' || session.get().token === null) return true
  state.set('off')
  return false
}

/** The viewer's button: the server sends nothing to this device any more. False when the server was not reached. */
export async function turnPushOff(): Promise<boolean> {
  if (token !== '' && session.get().token !== null) {
    const { kind } = await callQuietly(pushDevices.remove, { token })
    if (kind === 'unreachable') return false
  }
  storeSwitch(true)
  registered = ''
  state.set('off')
  return true
}

/** On when this device has its address. False when it has none, and can be tried again. */
async function begin(messages: PushMessages): Promise<boolean> {
  following ??= firstToken(messages)
  const hasToken = token !== '' || (await following)
  state.set(hasToken ? 'on' : 'off')
  if (hasToken) await register()
  return hasToken
}

/** A service that says nothing for so long is not waited for; an address that comes later is used. */
const tokenLimitMs = 15_000

function firstToken(messages: PushMessages): Promise<boolean> {
  return new Promise((resolve) => {
    let isLate = false
    const failed = () => {
      if (token !== '') return
      isLate = true
      following = null
      resolve(false)
    }
    setTimeout(failed, tokenLimitMs)
    messages.follow((current) => {
      token = current
      resolve(true)
      if (isLate && state.get() === 'off' && !isSwitchedOff()) state.set('on')
      void register()
    }, failed)
  })
}

/** At each start, and when the session, its language or the token changes. */
async function register(): Promise<void> {
  const { token: viewer, language } = session.get()
  if (push === null || token === '' || state.get() !== 'on') return
  if (viewer === null) return void (registered = '')
  const current = `${viewer} ${language} ${token}`
  if (registered === current) return
  registered = current
  const { kind } = await callQuietly(pushDevices.register, { service: push.service, token })
  if (kind !== 'ok' && registered === current) registered = ''
}

/** For tests: the next `followPush` is that of a new start. */
export function forgetPush(): void {
  unsubscribe()
  push = null
  following = null
  token = ''
  registered = ''
  state.set('unavailable')
}
