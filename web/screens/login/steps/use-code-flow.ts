/** What registration and recovery share: a phone, a code sent to it, and submitting the code. */
import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { registration } from '#contract/accounts/registration.ts'
import type { Passed } from '#web/features/captcha/passing-captcha.ts'
import { askAgain, askForCode, tryCode } from '#web/screens/login/flow/code-calls.ts'
import {
  keep,
  useSaved,
  type CodeWay,
  type Purpose,
  type Sent,
} from '#web/screens/login/flow/stored-steps.ts'
import { useLoginText } from '#web/features/forms/login-text.ts'
import type { Busy } from './phone-step.tsx'
import { useRegisterText } from '#web/features/forms/register-text.ts'
import { useSteps } from '#web/screens/login/flow/steps.ts'
import { noTrouble, troubleOf, type Trouble } from '#web/features/forms/trouble.ts'
import { waitOf } from '#web/features/forms/wait.ts'

type Pending = ResponseOf<typeof registration.rereg>

/** A code that expires this soon is not worth waiting for. */
const nearEndMs = 10_000

export function sentOf(purpose: Purpose, phone: string, pending: Pending, nowMs: number): Sent {
  return {
    purpose,
    phone,
    state: pending.state,
    resend: waitOf(pending.resend_after_sec, nowMs),
    expiresAtMs: nowMs + pending.expires_in_sec * 1000,
    ways: pending.ways.item,
    byTelegram: pending.may_be_telegram === 1,
  }
}

/** The action in progress and its problem, the same for every step. */
function useDoing() {
  const t = useRegisterText()
  const login = useLoginText()
  const [trouble, tell] = useState<Trouble>(noTrouble)
  const [busy, setBusy] = useState<Busy>(null)
  const asking = useAsking(() => setBusy('robot'))
  return {
    trouble,
    tell,
    busy,
    asking,
    /** The text of a failure. */
    troubleOf: (bad: Exclude<Passed<unknown>, { kind: 'ok' }>): Trouble =>
      bad.kind === 'unsolved'
        ? { fields: {}, form: t('unsolved') }
        : troubleOf(bad, login('noConnection'), Date.now()),
    /** Runs an action that takes a while. */
    doing: async <Data>(what: Exclude<Busy, null>, work: () => Promise<Passed<Data>>) => {
      setBusy(what)
      tell(noTrouble)
      const result = await work()
      setBusy(null)
      return result
    },
  }
}

export function useCodeFlow(purpose: Purpose) {
  const { go } = useSteps()
  const { sent } = useSaved()
  const work = useDoing()
  /** Never stored: after a reload the code is typed again. */
  const [code, setCode] = useState<string | null>(null)
  const mine = sent?.purpose === purpose ? sent : null
  const toCode = () => go({ name: purpose, at: 'code' })

  /** `isFirst`: submitted at the phone's step, which continues with the code. */
  const send = async (phone: string, way: CodeWay, isFirst: boolean) => {
    const ask = isFirst ? askForCode : askAgain
    const result: Passed<Pending> = await work.doing('sending', () => ask(purpose, phone, way, work.asking()))
    if (result.kind === 'ok') {
      setCode(null)
      keep({ sent: sentOf(purpose, phone, result.data, Date.now()) })
    } else {
      const match = work.troubleOf(result)
      if (match.failure !== 'too_soon' || match.wait === undefined) return work.tell(match)
      // A code was requested for this phone a moment ago and has been sent.
      const { wait } = match.wait
      const ways = mine?.ways ?? (['sms'] as const)
      keep({ sent: { purpose, phone, state: 'sms_sent', resend: wait, expiresAtMs: wait.untilMs, ways } })
    }
    if (isFirst) toCode()
  }
  return {
    ...work,
    sent: mine,
    code,
    setCode,
    /** A code that is still valid is not replaced: the viewer went back and forward again. */
    begin: (phone: string, way: CodeWay) => {
      const isSent = mine?.phone === phone && mine.expiresAtMs - Date.now() > nearEndMs
      if (!isSent) return void send(phone, way, true)
      work.tell(noTrouble)
      toCode()
    },
    again: (way: CodeWay) => (mine === null ? Promise.resolve() : send(mine.phone, way, false)),
    /** Submits the code; true when it is correct. */
    show: async (typed: string) => {
      if (mine === null) return false
      const result = await work.doing<unknown>('checking', () => tryCode(purpose, mine.phone, typed))
      if (result.kind !== 'ok') work.tell(work.troubleOf(result))
      else setCode(typed)
      return result.kind === 'ok'
    },
  }
}

/** A result that arrives after its step was left is ignored. */
function useAsking(onSolving: () => void) {
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  return () => {
    abort.current?.abort()
    abort.current = new AbortController()
    return { signal: abort.current.signal, onSolving }
  }
}

/** The result of the last step's request: its problem may be the code. */
export function isCodeTrouble(trouble: Trouble): boolean {
  return trouble.failure === 'wrong_code' || trouble.failure === 'code_spent'
}
