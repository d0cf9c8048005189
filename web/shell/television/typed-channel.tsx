/** The number typed with a remote control outside the player, with its channel, which is then opened. */
import { useEffect } from 'react'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { byNumber, digitsMs } from '#player/core/zapping/zapping.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { NumberCard } from '#web/player/number/number-card.tsx'
import { actionOf } from '#web/remote/keys.ts'
import { dropOldDigits, typeDigit, typedDigits, useTypedDigits } from '#web/remote/typed-digits.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useLatest } from '#web/state/use-latest.ts'
import styles from './typed-channel.module.css'

/** Mounted once a digit was typed: only then are the channels needed. */
export function TypedChannel() {
  const digits = useTypedDigits()
  const { state } = useChannels()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const line = state.kind === 'ok' ? state.data.channels.item : null
  const open = useLatest((typed: string) => {
    typedDigits.set('')
    const id = byNumber(line ?? [], typed)
    const prefix = matchPage(pathname)?.language ?? null
    if (id !== null) void navigate(pathOf('channel', { id }, prefix))
  })
  const isLoading = state.kind === 'loading'
  useEffect(dropOldDigits, [])
  useEffect(() => {
    if (isLoading) return
    const timer = setTimeout(() => open.current(digits), digitsMs)
    return () => clearTimeout(timer)
  }, [digits, isLoading, open])
  useEffect(() => {
    // Before the focused element, which OK would press, and before the keys that lead elsewhere.
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (action?.kind !== 'digit' && action?.kind !== 'ok' && action?.kind !== 'back')
        return typedDigits.set('')
      event.preventDefault()
      event.stopPropagation()
      // A held digit is one digit.
      if (action.kind === 'digit') return event.repeat ? undefined : typeDigit(action.digit)
      if (action.kind === 'ok') open.current(digits)
      else typedDigits.set('')
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [digits, open])
  return (
    <div className={styles.place}>
      <NumberCard zap={{ digits, digitsId: byNumber(line ?? [], digits) }} line={line} />
    </div>
  )
}
