/**
 * A login that may end in several ways; with a full account a device is removed and the login continues
 * automatically.
 */
import { useRef, useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { telegram } from '#contract/accounts/telegram.ts'
import { devicesInDetails, type DeviceOf } from '#contract/accounts/devices.ts'
import { call } from '#web/session/requests/api.ts'
import { session } from '#web/session/session.ts'
import { thisDevice, type ThisDevice } from '#web/session/this-device.ts'
import { forgetSteps } from './stored-steps.ts'
import { useLoginText } from '#web/features/forms/login-text.ts'
import { noTrouble, troubleOf, type Trouble } from '#web/features/forms/trouble.ts'
import type { Who } from './who.ts'

export interface Credentials {
  readonly who: Extract<Who, { kind: 'phone' | 'abonement' }>
  readonly password: string
}

/** What Telegram led back with. */
export interface ByTelegram {
  readonly telegram: string
}

/** The state of a login: in `full` a device has to be chosen, `closed` is final. */
export type LogInState =
  | { readonly kind: 'asked'; readonly trouble: Trouble }
  | { readonly kind: 'full'; readonly devices: readonly DeviceOf[]; readonly trouble: Trouble }
  | { readonly kind: 'closed'; readonly why: 'blocked' | 'deactivated' }

interface LoginAttempt {
  readonly credentials: Credentials | ByTelegram
  readonly device: ThisDevice
}

function failedState(trouble: Trouble): LogInState {
  return { kind: 'asked', trouble }
}

export function useLogIn() {
  const t = useLoginText()
  const [state, setState] = useState<LogInState>(failedState(noTrouble))
  const [busy, setBusy] = useState(false)
  const started = useRef<LoginAttempt | null>(null)

  const attempt = async ({ credentials, device }: LoginAttempt, releaseId?: number) => {
    setBusy(true)
    const result = await request(credentials, device, releaseId)
    setBusy(false)
    if (result.kind === 'ok') {
      forgetSteps()
      session.signIn({
        token: result.data.authkey,
        abonement: result.data.abonement,
        deviceUid: device.device_uid,
      })
      return 'in'
    }
    const trouble = troubleOf(result, t('noConnection'), Date.now())
    if (result.kind === 'refused') {
      if (result.failure === 'account_blocked') setState({ kind: 'closed', why: 'blocked' })
      else if (result.failure === 'account_deactivated') setState({ kind: 'closed', why: 'deactivated' })
      else if (result.failure === 'device_limit')
        setState({ kind: 'full', devices: devicesInDetails(result.details), trouble: noTrouble })
      // The chosen device logged out by itself meanwhile: there may be room now.
      else if (result.failure === 'device_not_found') return 'again'
      else setState((now) => (now.kind === 'full' ? { ...now, trouble } : failedState(trouble)))
    } else setState((now) => (now.kind === 'full' ? { ...now, trouble } : failedState(trouble)))
    return 'out'
  }

  return {
    state,
    busy,
    /** Problems found in the form before any request. */
    tell: (trouble: Trouble) => setState(failedState(trouble)),
    logIn: async (credentials: Credentials | ByTelegram) => {
      started.current = { credentials, device: thisDevice() }
      setState(failedState(noTrouble))
      return attempt(started.current)
    },
    release: async (deviceId: number) => {
      if (started.current !== null && (await attempt(started.current, deviceId)) === 'again')
        await attempt(started.current)
    },
    /** Tries again with the typed values; after a reload they have to be typed again. */
    goOn: () => {
      if (started.current === null) return setState(failedState(noTrouble))
      setState(failedState(noTrouble))
      void attempt(started.current)
    },
    startOver: () => setState(failedState(noTrouble)),
  }
}

function request(credentials: Credentials | ByTelegram, device: ThisDevice, releaseId: number | undefined) {
  const released = releaseId === undefined ? {} : { release_device_id: releaseId }
  if ('telegram' in credentials) {
    const { device_uid, device_model, device_kind } = device
    const facts = { device_uid, device_model, device_kind, ...released }
    return call(telegram.logIn, { result: credentials.telegram, ...facts })
  }
  const { who, password } = credentials
  const name = who.kind === 'phone' ? { phone_number: who.phone } : { abonement: who.abonement }
  return call(accounts.login, { ...name, password, ...device, ...released })
}
