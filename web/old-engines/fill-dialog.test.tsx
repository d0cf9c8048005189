import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '#tests/kit/dom/show.tsx'

// An engine without modal dialogs: the file under test adds them.
beforeAll(async () => {
  for (const name of ['showModal', 'close', 'open']) Reflect.deleteProperty(HTMLDialogElement.prototype, name)
  await import('./fill-dialog.ts')
})

let dialog: HTMLDialogElement
beforeEach(async () => {
  await show(
    <>
      <button type="button">behind</button>
      <dialog>
        <p>question</p>
        <button type="button">yes</button>
      </dialog>
      <dialog data-testid="words">words alone</dialog>
    </>,
  )
  dialog = document.querySelector('dialog') as HTMLDialogElement
  button('behind').focus()
})

const button = (name: string) => screen.getByText<HTMLButtonElement>(name)

/** A press by a person, which the page cannot simulate. */
function press(element: Element) {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  Object.defineProperty(click, 'isTrusted', { value: true })
  return element.dispatchEvent(click)
}

describe('[TVSET-01] a dialog in an engine without dialogs', () => {
  it('opens with the focus on its first button, and returns the focus when it is closed', () => {
    const closed = vi.fn()
    dialog.addEventListener('close', closed)
    dialog.showModal()
    expect(dialog.open).toBe(true)
    expect(document.activeElement).toBe(button('yes'))
    dialog.close()
    expect(dialog.open).toBe(false)
    expect(document.activeElement).toBe(button('behind'))
    dialog.close()
    expect(closed).toHaveBeenCalledTimes(1)
  })

  it('has the focus itself when none of its elements can be focused', () => {
    const words = screen.getByTestId<HTMLDialogElement>('words')
    words.showModal()
    expect(document.activeElement).toBe(words)
    words.close()
  })

  it('keeps the focus inside', () => {
    dialog.showModal()
    button('behind').focus()
    expect(document.activeElement).toBe(button('yes'))
    dialog.close()
    button('behind').focus()
    expect(document.activeElement).toBe(button('behind'))
  })

  it('handles a press beside it, and hides it from the page', () => {
    const [pressed, beside] = [vi.fn(), vi.fn()]
    button('behind').addEventListener('click', pressed)
    dialog.addEventListener('click', ({ target }) => target === dialog && beside())
    dialog.showModal()
    expect(press(button('behind'))).toBe(false)
    expect(pressed).not.toHaveBeenCalled()
    expect(beside).toHaveBeenCalledTimes(1)
    expect(press(button('yes'))).toBe(true)
    // Scripts of the page can still press its buttons.
    button('behind').click()
    expect(pressed).toHaveBeenCalledTimes(1)
    dialog.close()
    press(button('behind'))
    expect(pressed).toHaveBeenCalledTimes(2)
  })

  it('is closed by Esc, unless it prevents that or an element in it has used the key', () => {
    dialog.showModal()
    const refuse = (event: Event) => event.preventDefault()
    dialog.addEventListener('cancel', refuse)
    fireEvent.keyDown(button('yes'), { key: 'Escape' })
    expect(dialog.open).toBe(true)
    dialog.removeEventListener('cancel', refuse)
    dialog.addEventListener('keydown', refuse)
    fireEvent.keyDown(button('yes'), { key: 'Escape' })
    expect(dialog.open).toBe(true)
    dialog.removeEventListener('keydown', refuse)
    fireEvent.keyDown(button('yes'), { key: 'Escape' })
    expect(dialog.open).toBe(false)
  })

  it('is closed first when it is over another one', () => {
    const upper = screen.getByTestId<HTMLDialogElement>('words')
    dialog.showModal()
    upper.showModal()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect([dialog.open, upper.open]).toEqual([true, false])
    expect(document.activeElement).toBe(button('yes'))
    dialog.close()
  })
})
