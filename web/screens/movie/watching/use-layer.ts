/** What lies over the page has its place in the address, so that Back closes it and a link may open it. */
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from '#web/router/router.ts'

interface Layer {
  /** What the address says, or null while nothing is open. */
  readonly value: string | null
  /** `instead` puts it in the place of what is open, so that one Back still closes. */
  readonly open: (value?: string, instead?: boolean) => void
  readonly close: () => void
}

export function useLayer(name: 'watch' | 'rate' | 'share' | 'complain'): Layer {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const value = params.get(name)
  const openedHere = (state as { opened?: boolean } | null)?.opened === true
  // An answer that comes after the viewer has closed the layer, or left, must not take one more step back.
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = value !== null
    return () => {
      isOpen.current = false
    }
  }, [value])
  const open = (target = '1', instead = false) => {
    // A second press of the same button is no second step of the history.
    if (value === target) return
    const next = new URLSearchParams(params)
    next.set(name, target)
    setParams(next, { state: instead ? state : { opened: true }, replace: instead, preventScrollReset: true })
  }
  const close = useCallback(() => {
    // A dialog that Back has closed tells of its closing too.
    if (!isOpen.current) return
    isOpen.current = false
    if (openedHere) return void navigate(-1)
    const next = new URLSearchParams(params)
    next.delete(name)
    setParams(next, { replace: true, preventScrollReset: true })
  }, [openedHere, navigate, params, name, setParams])
  return { value, open, close }
}
