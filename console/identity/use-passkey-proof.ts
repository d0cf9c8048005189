import { useState } from 'react'
import type { consoleEntry } from '#contract/console/entry.ts'
import type { consoleOwn } from '#contract/console/own.ts'
import { call } from '#console/session/call.ts'
import { CallError } from '#console/session/call-error.ts'
import { answerWithPasskey, hasPasskeys } from '#console/session/passkeys.ts'
import { useIdentityText } from './identity-text.ts'

type Options = typeof consoleEntry.passkeyOptions | typeof consoleOwn.stepUpPasskeyOptions
type Proof = typeof consoleEntry.provePasskey | typeof consoleOwn.stepUpPasskey

/** Proves an identity with a passkey: asks for a challenge, lets the browser answer it, sends the answer. */
export function usePasskeyProof(
  options: Options,
  proof: Proof,
  { onProven, onFailed }: { readonly onProven: () => void; readonly onFailed: (error: Error) => void },
) {
  const t = useIdentityText()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const prove = async () => {
    if (!hasPasskeys()) return setProblem(t('factor.noPasskeys'))
    setIsBusy(true)
    setProblem(undefined)
    try {
      const challenge = await call(options, {}, { isGuarded: false })
      const credential = await answerWithPasskey(challenge)
      await call(proof, { credential }, { isGuarded: false })
      onProven()
    } catch (error) {
      // The browser's own error says nothing: the person has closed its dialog, or it took too long.
      setProblem(error instanceof CallError ? error.message : t('factor.passkeyFailed'))
      if (error instanceof CallError) onFailed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, problem, prove: () => void prove() }
}
