import { useEffect } from 'react'
import { useLatest } from '#web/state/use-latest.ts'

/** The part of the browser's WebOTP API used here, which TypeScript's types lack. */
interface OtpCredentials {
  get(options: {
    readonly otp: { readonly transport: readonly ['sms'] }
    readonly signal: AbortSignal
  }): Promise<{
    readonly code?: string
  } | null>
}

/** Reads the code from the message, where the browser can and the viewer agrees. */
export function useWebOtp(onCode: (code: string) => void): void {
  const latest = useLatest(onCode)
  useEffect(() => {
    if (!('OTPCredential' in window) || !('credentials' in navigator)) return
    const abort = new AbortController()
    const credentials = navigator.credentials as unknown as OtpCredentials
    credentials.get({ otp: { transport: ['sms'] }, signal: abort.signal }).then(
      (value) => {
        if (value?.code !== undefined) latest.current(value.code)
      },
      () => {
        // Rejected or aborted: the code is typed by hand.
      },
    )
    return () => abort.abort()
  }, [latest])
}
