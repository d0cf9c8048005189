import { useEffect } from 'react'
import { closeCardMenu } from '#web/features/card-menu/television-card.ts'
import { useLocation } from '#web/router/router.ts'
import { CardMenu } from './card-menu.tsx'
import { LeaveQuestion } from './leave-question.tsx'

export function TelevisionDialogs() {
  const { key } = useLocation()
  useEffect(closeCardMenu, [key])
  return (
    <>
      <CardMenu />
      <LeaveQuestion />
    </>
  )
}
