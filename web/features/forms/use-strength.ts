import { useEffect, useState } from 'react'

type Judge = (password: string, about: readonly string[]) => number
let loading: Promise<Judge> | undefined

/** Fetched once; a lost connection is tried again with the next key. */
function loadJudge(): Promise<Judge> {
  loading ??= import('./judge-strength.ts').then(
    (file) => file.judgeStrength,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** A pause in typing, so that a slow machine judges once and a screen reader hears one word. */
const pauseMs = 250

/** 0 to 4; null for nothing typed, and while it is not known. */
export function useStrength(password: string, about: readonly string[]): number | null {
  const [existing, setExisting] = useState<{ readonly password: string; readonly score: number } | null>(null)
  const words = about.join('\n')
  useEffect(() => {
    void loadJudge().catch(() => undefined)
  }, [])
  useEffect(() => {
    if (password === '') return
    let target = true
    const timer = setTimeout(() => {
      loadJudge().then(
        (judge) => target && setExisting({ password, score: judge(password, words.split('\n')) }),
        () => undefined,
      )
    }, pauseMs)
    return () => {
      target = false
      clearTimeout(timer)
    }
  }, [password, words])
  return password === '' ? null : (existing?.score ?? null)
}
