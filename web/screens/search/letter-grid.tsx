import { useEffect, useState } from 'react'
import { actionOf } from '#web/remote/keys.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { useLanguage } from '#web/session/session.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { savedAlphabet, saveAlphabet, type Alphabet } from './saved-alphabet.ts'
import { longestQuery } from './search-address.ts'
import { useSearchText } from '#web/features/search/search-text.ts'
import styles from './letter-grid.module.css'

/** Letters in alphabetical order: with a remote control a viewer looks for a letter, not for a key. */
const alphabets = {
  ru: [...'абвгдежзийклмнопрстуфхцчшщъыьэюя'],
  uz: [...'abdefghijklmnopqrstuvxyz', 'oʻ', 'gʻ', 'sh', 'ch'],
} as const
/** Where the focus starts: the fewest presses to the first letters of names on average (2.1 and 2.4 in the demo). */
const starts: Readonly<Record<Alphabet, string>> = { ru: 'о', uz: 'p' }
const names = { ru: 'АБВ', uz: 'ABC' } as const
/** Also the letters of foreign names that no alphabet above has alone. */
const digits = [...'1234567890cw']

interface LetterGridProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * A television's own keyboard covers half of the screen; this one is beside the results. It is narrow, because from
 * each letter the results are reached through the letters on its right.
 */
export function LetterGrid({ value, onChange }: LetterGridProps) {
  const t = useSearchText()
  const language = useLanguage()
  const [alphabet, setAlphabet] = useState<Alphabet>(() => savedAlphabet() ?? language)
  const other: Alphabet = alphabet === 'ru' ? 'uz' : 'ru'
  const choose = () => {
    setAlphabet(other)
    saveAlphabet(other)
  }
  const add = (letters: string) => onChange((value + letters).slice(0, longestQuery))
  useDigits(add)
  const key = (letters: string) => (
    <button
      key={letters}
      type="button"
      className={styles.key}
      data-first={letters === starts[alphabet] ? '' : undefined}
      onClick={() => add(letters)}
    >
      {letters}
    </button>
  )
  return (
    <div className={styles.keyboard} role="group" aria-label={t('keyboard')} data-beside="">
      <p className={styles.typed} aria-live="polite" data-empty={value === '' ? '' : undefined}>
        {value === '' ? t('noQuery') : value}
      </p>
      <div className={styles.commands}>
        <button
          type="button"
          className={styles.key}
          aria-label={t('letters', { name: names[other] })}
          onClick={choose}
        >
          {names[other]}
        </button>
        <button type="button" className={styles.key} aria-label={t('space')} onClick={() => add(' ')}>
          <span className={styles.space} />
        </button>
        <button
          type="button"
          className={styles.key}
          aria-label={t('erase')}
          onClick={() => onChange(withoutLast(value))}
        >
          <Icon name="left" size={34} />
        </button>
        <button type="button" className={styles.key} aria-label={t('erased')} onClick={() => onChange('')}>
          <Icon name="close" size={34} />
        </button>
      </div>
      <div className={styles.keys}>{alphabets[alphabet].map(key)}</div>
      <div className={styles.digits}>{digits.map(key)}</div>
      <p className={styles.hint}>{t('jump')}</p>
    </div>
  )
}

/** The remote control's own digits. */
function useDigits(add: (digit: string) => void): void {
  const latest = useLatest(add)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (action?.kind !== 'digit' || event.defaultPrevented) return
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      latest.current(String(action.digit))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [latest])
}

/** One press deletes what one press has entered. */
function withoutLast(text: string) {
  return text.replace(/(?:[og]ʻ|[sc]h|[^])$/u, '')
}
