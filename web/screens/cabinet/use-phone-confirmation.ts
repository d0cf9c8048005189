/** Confirms a phone number for the account: a code is sent to it; the code and the password confirm it. */
import { useEffect, useRef, useState } from 'react'
import { registration } from '#contract/accounts/registration.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { passingCaptcha, type Passed } from '#web/features/captcha/passing-captcha.ts'
import { solveChallenge } from '#web/features/captcha/solve-challenge.ts'
import { noTrouble, troubleOf, type Trouble } from '#web/features/forms/trouble.ts'
import { waitOf, type Wait } from '#web/features/forms/wait.ts'
import { call } from '#web/session/requests/api.ts'
import { useCabinetText } from './cabinet-text.ts'

type Pending = ResponseOf<typeof registration.confirmPhone>
export type CodeWay = 'sms' | 'call'

/** The current step: entering the phone, or the code that was sent to it. */
export interface PhoneStep {
  /** The phone (`+998…`) that a code was sent to, or null while the phone is being entered. */
  readonly sentTo: string | null
  readonly way: CodeWay
  readonly canCall: boolean
  readonly resend: Wait | null
  readonly trouble: Trouble
  readonly busy: 'sending' | 'solving' | 'checking' | null
}
const first: PhoneStep = {
  sentTo: null,
  way: 'sms',
  canCall: false,
  resend: null,
  trouble: noTrouble,
  busy: null,
}

export function usePhoneConfirmation(onDone: () => void) {
  const t = useCabinetText()
  const [step, setStep] = useState<PhoneStep>(first)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const put = (change: Partial<PhoneStep>) => setStep((before) => ({ ...before, ...change }))
  const failed = (result: Exclude<Passed<Pending>, { kind: 'ok' }>) =>
    put({ busy: null, trouble: troubleIn(result) })
  const troubleIn = (result: Exclude<Passed<Pending>, { kind: 'ok' }>): Trouble => {
    if (result.kind === 'unsolved') return { fields: {}, form: t('unsolved') }
    if (result.kind === 'refused' && result.failure === 'wrong_password')
      return { fields: { password: result.message }, failure: result.failure }
    return troubleOf(result, t('noConnection'), Date.now())
  }

  const send = async (phone: string, way: CodeWay) => {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    put({ busy: 'sending', trouble: noTrouble })
    const result = await passingCaptcha({
      send: (captcha) =>
        call(
          registration.confirmPhone,
          {
            mobile_phone_number: phone,
            ...(way === 'call' ? { send_call: 1 } : { send_sms: 1 }),
            ...(captcha === undefined ? {} : { captcha }),
          },
          own.signal,
        ),
      challenge: () => call(registration.captcha, {}, own.signal),
      solve: (challenge) => solveChallenge(challenge, own.signal),
      onSolving: () => put({ busy: 'solving' }),
    })
    if (own.signal.aborted) return
    if (result.kind !== 'ok') return failed(result)
    put({
      sentTo: phone,
      way,
      canCall: result.data.ways.item.includes('call'),
      resend: waitOf(result.data.resend_after_sec, Date.now()),
      busy: null,
    })
  }
  const check = async (phone: string, code: string, password: string) => {
    put({ busy: 'checking', trouble: noTrouble })
    const result = await call(registration.confirmPhone, { mobile_phone_number: phone, code, password })
    if (result.kind !== 'ok') return failed(result)
    put({ busy: null })
    onDone()
  }
  return {
    step,
    send,
    check,
    tell: (trouble: Trouble) => put({ trouble }),
    startOver: () => setStep(first),
  }
}
