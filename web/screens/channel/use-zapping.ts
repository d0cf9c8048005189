/** Connects zapping to the router: a new channel replaces the previous one in the history (TV-09). */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '#web/router/router.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { Zapping, type ZappingState } from '#player/core/zapping/zapping.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'
import { useLatest } from '#web/state/use-latest.ts'

interface BoundZapping {
  readonly zapping: Zapping
  readonly state: ZappingState
}

export function useZapping(line: readonly Channel[], cid: number): BoundZapping {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const open = useLatest((id: number) => {
    const prefix = matchPage(pathname)?.language ?? null
    void navigate(pathOf('channel', { id }, prefix), { replace: true, preventScrollReset: true })
  })
  const [state, setState] = useState<ZappingState>({ targetChannelId: cid, digits: null, digitsId: null })
  const [zapping] = useState(
    () => new Zapping({ timers: browserTimers, open: (id) => open.current(id), onChange: setState }),
  )
  useEffect(() => zapping.setChannels(line), [zapping, line])
  useEffect(() => zapping.setCurrent(cid), [zapping, cid])
  useEffect(() => () => zapping.stop(), [zapping])
  return { zapping, state }
}
