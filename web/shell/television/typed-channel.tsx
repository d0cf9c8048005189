/** The digits of a remote control outside the player: the number with its channel, which is then opened. */
import { useEffect, useState } from 'react'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { byNumber, digitsMs, maxDigits } from '#player/core/zapping/zapping.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { NumberCard } from '#web/player/number/number-card.tsx'
import { actionOf } from '#web/remote/keys.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useLatest } from '#web/state/use-latest.ts'
import styles from './typed-channel.module.css'

/** Nothing until the first digit: only then are the channels needed. */
export function TypedChannel() {
  const [first, setFirst] = useState<string | null>(null)
  useEffect(() => {
    if (first !== null) return
    const onKey = (event: KeyboardEvent) => {
      const digit = isTyping(event) ? null : digitOf(event)
      if (digit === null) return
      event.preventDefault()
      setFirst(digit)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [first])
  return first === null ? null : <Typing first={first} onEnd={() => setFirst(null)} />
}

interface TypingProps {
  readonly first: string
  readonly onEnd: () => void
}

function Typing({ first, onEnd }: TypingProps) {
  const [digits, setDigits] = useState(first)
  const { state } = useChannels()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const line = state.kind === 'ok' ? state.data.channels.item : null
  const act = useLatest({
    type: (digit: string) => setDigits((typed) => (typed + digit).slice(-maxDigits)),
    open: (typed: string) => {
      onEnd()
      const id = byNumber(line ?? [], typed)
      const prefix = matchPage(pathname)?.language ?? null
      if (id !== null) void navigate(pathOf('channel', { id }, prefix))
    },
    end: onEnd,
  })
  const isLoading = state.kind === 'loading'
  useEffect(() => {
    if (isLoading) return
    const timer = setTimeout(() => act.current.open(digits), digitsMs)
    return () => clearTimeout(timer)
  }, [digits, isLoading, act])
  useEffect(() => {
    // Before the focused element, which OK would press, and before the keys that lead elsewhere.
    const onKey = (event: KeyboardEvent) => {
      const [digit, kind] = [digitOf(event), actionOf(event)?.kind]
      if (digit === null && kind !== 'ok' && kind !== 'back') return act.current.end()
      event.preventDefault()
      event.stopPropagation()
      if (digit !== null) act.current.type(digit)
      else if (kind === 'ok') act.current.open(digits)
      else act.current.end()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [digits, act])
  return (
    <div className={styles.place}>
      <NumberCard zap={{ digits, digitsId: byNumber(line ?? [], digits) }} line={line} />
    </div>
  )
}

function digitOf(event: KeyboardEvent): string | null {
  const action = actionOf(event)
  return action?.kind === 'digit' ? String(action.digit) : null
}

/** A field, a dialog, the letters of the search and a player have their own use for digits. */
function isTyping({ defaultPrevented, target }: KeyboardEvent): boolean {
  return (
    defaultPrevented ||
    (target instanceof Element && target.closest('input, textarea, select') !== null) ||
    document.querySelector('dialog[open], [data-player], [data-beside]') !== null
  )
}
