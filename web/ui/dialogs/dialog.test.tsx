import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '#tests/kit/dom/show.tsx'
import { Dialog } from './dialog.tsx'

beforeEach(() => {
  // As in browsers: `close` is dispatched in its own task.
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    setTimeout(() => this.dispatchEvent(new Event('close')), 0)
  })
})
afterEach(() => vi.restoreAllMocks())

const onClose = vi.fn()

function Menu() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button onClick={() => setOpen(false)}>close</button>
      <button onClick={() => setOpen(true)}>open</button>
      <Dialog open={open} title="Menu" onClose={onClose}>
        text
      </Dialog>
    </>
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
  it('reports that the viewer closed it', async () => {
    await show(<Menu />)
    await closeAsViewer()
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('stays open when it is reopened before the browser has reported that it closed', async () => {
    onClose.mockClear()
    await show(<Menu />)
    fireEvent.click(screen.getByText('close'))
    fireEvent.click(screen.getByText('open'))
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    expect(onClose).not.toHaveBeenCalled()
    expect(dialog().open).toBe(true)
    await closeAsViewer()
    expect(onClose).toHaveBeenCalledOnce()
  })
})
