import { useEffect, useRef } from 'react'

/** The part of the browser's WebOTP used here, which its types do not know. */
interface OtpCredentials {
  get(options: {
    readonly otp: { readonly transport: readonly ['sms'] }
    readonly signal: AbortSignal
  }): Promise<{
    readonly code?: string
  } | null>
}

/** Takes the code from the message itself, where the browser can and its owner agrees. */
export function useWebOtp(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    if (!('OTPCredential' in window) || !('credentials' in navigator)) return
    const abort = new AbortController()
    const credentials = navigator.credentials as unknown as OtpCredentials
    credentials.get({ otp: { transport: ['sms'] }, signal: abort.signal }).then(
      (value) => {
        if (value?.code !== undefined) latest.current(value.code)
      },
      () => {
        // Refused, or no longer wanted: the code is typed.
      },
    )
    return () => abort.abort()
  }, [])
}
