import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showToast, Toasts } from './toast.tsx'

const undone = vi.fn()
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers()
  undone.mockReset()
  render(<Toasts />)
  act(() => showToast('Hidden', { onUndo: undone }))
})
afterEach(() => {
  pass(60_000)
  cleanup()
  vi.useRealTimers()
})

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('a message with an undo', () => {
  it('goes by itself', () => {
    pass(11_900)
    expect(screen.queryByText('Hidden')).not.toBeNull()
    pass(200)
    expect(screen.queryByText('Hidden')).toBeNull()
  })

  it('stays while the pointer is on it, and for some seconds after that', () => {
    pass(11_000)
    fireEvent.pointerEnter(screen.getByRole('status'))
    pass(60_000)
    fireEvent.pointerLeave(screen.getByRole('status'))
    pass(2900)
    expect(screen.queryByText('Hidden')).not.toBeNull()
    pass(200)
    expect(screen.queryByText('Hidden')).toBeNull()
  })

  it('stays while another window is looked at, and a message that comes then as well', () => {
    setHidden(true)
    act(() => showToast('Deleted', { onUndo: undone }))
    pass(60_000)
    setHidden(false)
    pass(11_900)
    expect(screen.queryByText('Deleted')).not.toBeNull()
    pass(200)
    expect(screen.queryByText('Deleted')).toBeNull()
  })

  it('does not hold the next one up when its button is gone with the focus on it', () => {
    const button = screen.getAllByRole('button')[0] as HTMLElement
    fireEvent.focus(button)
    fireEvent.click(button)
    expect(undone).toHaveBeenCalledOnce()
    act(() => showToast('Undone'))
    pass(6100)
    expect(screen.queryByText('Undone')).toBeNull()
  })

  it('holds the others up no more when a fourth one takes its place under the pointer', () => {
    const region = screen.getByRole('status')
    fireEvent.pointerEnter(region, { clientX: 10, clientY: 10 })
    // The pointer stands still where the first message was; the others are below it.
    document.elementFromPoint = () => screen.queryByText('Hidden') ?? document.body
    act(() => showToast('Second'))
    act(() => showToast('Third'))
    pass(60_000)
    expect(screen.queryByText('Third')).not.toBeNull()
    act(() => showToast('Fourth'))
    expect(screen.queryByText('Hidden')).toBeNull()
    pass(6100)
    expect(screen.queryByText('Third')).toBeNull()
    expect(screen.queryByText('Fourth')).toBeNull()
  })
})
