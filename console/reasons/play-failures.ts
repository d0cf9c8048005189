/** The codes of plays that failed, in words. */
import { en } from '#console/i18n/en/plays.ts'
import { ru } from '#console/i18n/ru/plays.ts'
import { uz } from '#console/i18n/uz/plays.ts'
import { createTextHook } from '#console/session/text.ts'

const usePlaysText = createTextHook(ru, uz, en)
const codes = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8'] as const

/** What a code means, `P3-1002` by its first two letters; '' for one that nobody wrote words for. */
export function usePlayFailure(): (code: string) => string {
  const t = usePlaysText()
  return (code) => {
    const meaning = codes.find((one) => code.startsWith(one))
    return meaning === undefined ? '' : t(`failure.${meaning}`)
  }
}
