/** A layer over the page is part of the address, so that Back closes it and a link can open it. */
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from '#web/router/router.ts'

interface Layer {
  /** The value in the address, or null while the layer is closed. */
  readonly value: string | null
  /** `instead` replaces the current value, so that one Back still closes the layer. */
  readonly open: (value?: string, instead?: boolean) => void
  readonly close: () => void
}

export function useLayer(name: 'watch' | 'rate' | 'share' | 'complain'): Layer {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const value = params.get(name)
  const openedHere = (state as { opened?: boolean } | null)?.opened === true
  // A late call after the viewer has closed the layer or left the page must not go back once more.
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = value !== null
    return () => {
      isOpen.current = false
    }
  }, [value])
  const open = (target = '1', instead = false) => {
    // A second press of the same button adds no history entry.
    if (value === target) return
    const next = new URLSearchParams(params)
    next.set(name, target)
    if (name === 'watch') leaveMoment(next)
    setParams(next, { state: instead ? state : { opened: true }, replace: instead, preventScrollReset: true })
  }
  const close = useCallback(() => {
    // A dialog closed by Back reports its closing too.
    if (!isOpen.current) return
    isOpen.current = false
    if (openedHere) return void navigate(-1)
    const next = new URLSearchParams(params)
    next.delete(name)
    if (name === 'watch') leaveMoment(next)
    setParams(next, { replace: true, preventScrollReset: true })
  }, [openedHere, navigate, params, name, setParams])
  return { value, open, close }
}

/** The moment of a link is over once something is played or closed by hand. */
function leaveMoment(params: URLSearchParams): void {
  params.delete('t')
  params.delete('m')
}
