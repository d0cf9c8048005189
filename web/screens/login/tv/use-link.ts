import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { useSearchParams } from '#web/router/router.ts'
import { tvLogin } from '#contract/accounts/tv-login.ts'
import { call } from '#web/session/requests/api.ts'
import { linkCodeLength, codeDigits } from './link-code.ts'
import { firstState, stepLink } from './link-flow.ts'
import { useTvLoginText } from './tv-login-text.ts'

/** The page's state and actions. A code in the address, from the television's QR code, is looked up at once. */
export function useLink() {
  const t = useTvLoginText()
  const [search, setSearch] = useSearchParams()
  const [digits, setDigits] = useState(() => codeDigits(search.get('code') ?? ''))
  const [state, dispatch] = useReducer(stepLink, firstState)
  const running = useRef<AbortController | null>(null)

  const look = useCallback(
    async (code: string) => {
      running.current?.abort()
      if (code.length < linkCodeLength) return dispatch({ kind: 'incomplete', problem: t('badCode') })
      const abort = new AbortController()
      running.current = abort
      dispatch({ kind: 'sought' })
      const result = await call(tvLogin.look, { user_code: code }, abort.signal)
      if (!abort.signal.aborted) dispatch({ kind: 'looked', result, noConnection: t('noConnection') })
    },
    [t],
  )
  const type = (typed: string) => {
    const next = codeDigits(typed)
    setDigits(next)
    running.current?.abort()
    dispatch({ kind: 'typed' })
    if (next.length === linkCodeLength && next !== digits) void look(next)
  }
  const decide = async (allow: boolean, releaseDeviceId?: number) => {
    dispatch({ kind: 'deciding', allow })
    const result = await call(tvLogin.decide, {
      user_code: digits,
      allow: allow ? 1 : 0,
      ...(releaseDeviceId === undefined ? {} : { release_device_id: releaseDeviceId }),
    })
    dispatch({ kind: 'decided', allow, result, noConnection: t('noConnection') })
  }
  const restart = () => {
    type('')
    // With the code still in the address, a reload would look up the previous code.
    if (search.has('code')) setSearch({}, { replace: true, preventScrollReset: true })
  }
  const started = useRef(false)
  useEffect(() => {
    const isFirst = !started.current
    started.current = true
    if (isFirst && digits.length === linkCodeLength) void look(digits)
  }, [digits, look])
  return { digits, state, type, look: () => void look(digits), decide, restart }
}
