import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '#tests/kit/dom/show.tsx'
import { Dialog } from './dialog.tsx'

beforeEach(() => {
  // As browsers do it: `close` is dispatched in a task of its own.
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    setTimeout(() => this.dispatchEvent(new Event('close')), 0)
  })
})
afterEach(() => vi.restoreAllMocks())

const onClose = vi.fn()
let setOpen: (open: boolean) => void = () => undefined

function Menu() {
  const [open, set] = useState(true)
  setOpen = set
  return (
    <Dialog open={open} title="Menu" onClose={onClose}>
      text
    </Dialog>
  )
}

function dialog() {
  return screen.getByRole<HTMLDialogElement>('dialog')
}

function closeAsViewer() {
  return act(async () => {
    dialog().close()
    await new Promise((resolve) => setTimeout(resolve, 5))
  })
}

describe('a dialog', () => {
  it('tells that the viewer closed it', async () => {
    await show(<Menu />)
    await closeAsViewer()
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('stays open when it is opened again before the browser has told that it closed', async () => {
    onClose.mockClear()
    await show(<Menu />)
    act(() => setOpen(false))
    act(() => setOpen(true))
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    expect(onClose).not.toHaveBeenCalled()
    expect(dialog().open).toBe(true)
    await closeAsViewer()
    expect(onClose).toHaveBeenCalledOnce()
  })
})
