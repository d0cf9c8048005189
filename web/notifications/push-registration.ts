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
let isFollowing = false
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
  if (permission === 'granted' && !isSwitchedOff()) begin(messages)
  else state.set(permission === 'denied' ? 'blocked' : 'off')
}

/** The viewer's button: asks the system for permission if it was not asked yet. */
export async function turnPushOn(): Promise<void> {
  if (push === null) return
  storeSwitch(false)
  if ((await push.request()) === 'granted') begin(push)
  else state.set('blocked')
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

function begin(messages: PushMessages): void {
  state.set('on')
  if (isFollowing) return void register()
  isFollowing = true
  messages.follow((current) => {
    token = current
    void register()
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
  if (kind === 'unreachable' && registered === current) registered = ''
}

/** For tests: the next `followPush` is that of a new start. */
export function forgetPush(): void {
  unsubscribe()
  push = null
  isFollowing = false
  token = ''
  registered = ''
  state.set('unavailable')
}
