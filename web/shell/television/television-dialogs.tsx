import { useEffect, useRef } from 'react'
import { closeCardMenu } from '#web/features/card-menu/television-card.ts'
import { useTypedDigits } from '#web/remote/typed-digits.ts'
import { useLocation } from '#web/router/router.ts'
import { CardMenu } from './card-menu.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { TypedChannel } from './typed-channel.tsx'

export function TelevisionDialogs() {
  const { key } = useLocation()
  const isTyping = useTypedDigits() !== ''
  const before = useRef(key)
  useEffect(() => {
    // A menu may have been opened before this code was loaded.
    if (before.current !== key) closeCardMenu()
    before.current = key
  }, [key])
  return (
    <>
      <CardMenu />
      <LeaveQuestion />
      {isTyping && <TypedChannel />}
    </>
  )
}
