import { useEffect, useState } from 'react'

type Judge = (password: string, about: readonly string[]) => number
let loading: Promise<Judge> | undefined

/** Loaded once; after a network failure the next key tries again. */
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

/** A pause in typing, so that a slow device computes once and a screen reader announces one result. */
const pauseMs = 250

/** 0 to 4; null for an empty password and until it is computed. */
export function useStrength(password: string, about: readonly string[]): number | null {
  const [judged, setJudged] = useState<{ readonly password: string; readonly score: number } | null>(null)
  const words = about.join('\n')
  useEffect(() => {
    void loadJudge().catch(() => undefined)
  }, [])
  useEffect(() => {
    if (password === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      loadJudge().then(
        (judge) => isCurrent && setJudged({ password, score: judge(password, words.split('\n')) }),
        () => undefined,
      )
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, words])
  return password === '' ? null : (judged?.score ?? null)
}
