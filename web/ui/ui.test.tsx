import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { complaints } from '#contract/site/complaints.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { connection } from '#web/session/requests/connection.ts'
import { ComplaintDialog } from '#web/features/complaints/complaint-dialog.tsx'
import { ConfirmDialog } from './dialogs/confirm-dialog.tsx'
import { copyText } from './controls/copy-text.ts'
import { Dialog } from './dialogs/dialog.tsx'
import { Gate } from '#web/payment/gate.tsx'
import { partOfSeries } from './cards/part-of-series.ts'
import { QrCode } from './controls/qr-code.tsx'
import { RetryCard } from './cards/state-card.tsx'
import { showToast, Toaster } from './dialogs/toast.tsx'
import { longOkMs, useLongOk } from './keys/use-long-ok.ts'
import { useLongPress } from './keys/use-long-press.ts'
import { textsOf } from '#web/session/text.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

describe('a dialog', () => {
  function Page({ onClose = () => undefined }: { readonly onClose?: () => void }) {
    const [open, setOpen] = useState(true)
    return (
      <Dialog
        open={open}
        title="A question"
        onClose={() => {
          setOpen(false)
          onClose()
        }}
      >
        <input aria-label="field" />
        <button type="button">inside</button>
      </Dialog>
    )
  }

  it('focuses its field, and is closed by the close button', async () => {
    const onClose = vi.fn()
    const { user } = await show(<Page onClose={onClose} />)
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('is closed by a press outside, not by one inside', async () => {
    const { user } = await show(<Page />)
    await user.click(screen.getByRole('button', { name: 'inside' }))
    expect(screen.getByRole('dialog', { name: 'A question' })).toBeTruthy()
    await user.click(screen.getByRole('dialog'))
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('a confirmation', () => {
  it('acts only after it is confirmed, and only once', async () => {
    let done: () => void = () => undefined
    const onConfirm = vi.fn(() => new Promise<void>((resolve) => (done = resolve)))
    const onClose = vi.fn()
    const { user } = await show(
      <ConfirmDialog
        open
        title="Delete?"
        text="It is gone then."
        action="Delete"
        cancel="Keep"
        onConfirm={onConfirm}
        onClose={onClose}
      />,
    )
    await user.dblClick(screen.getByRole('button', { name: 'Delete' }))
    expect(onConfirm).toHaveBeenCalledTimes(1)
    await act(async () => done())
    await user.click(screen.getByRole('button', { name: 'Keep' }))
    expect(onClose).toHaveBeenCalled()
  })
})

describe('a toast', () => {
  it('is shown for four seconds, eight with an action, and is replaced by the next', async () => {
    await show(<Toaster />)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const run = vi.fn()
    act(() => showToast('first'))
    act(() => void vi.advanceTimersByTime(3000))
    act(() => showToast('second', { label: 'undo', run }))
    expect(screen.queryByText('first')).toBeNull()
    act(() => void vi.advanceTimersByTime(7900))
    fireEvent.click(screen.getByRole('button', { name: 'undo' }))
    expect(run).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('status').textContent).toBe('')
    act(() => showToast('third'))
    act(() => void vi.advanceTimersByTime(4000))
    expect(screen.getByRole('status').textContent).toBe('')
  })
})

describe('a region that failed to load', () => {
  it('[SHELL-08] shows the reason where one is available, and can be retried', async () => {
    const onRetry = vi.fn()
    const { user } = await show(<RetryCard onRetry={onRetry} message="Сервис перегружен" />)
    expect(screen.getByRole('alert').textContent).toContain('Сервис перегружен')
    act(() => connection.report('network_error'))
    expect(screen.getByRole('alert').textContent).toContain('Нет подключения к интернету')
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})

describe('the next step between a viewer and watching', () => {
  it('shows the price where there is one, and returns from the login', async () => {
    const page = await show(<Gate kind="login" />, { at: '/movie/7' })
    await page.user.click(screen.getByRole('link', { name: 'Войти' }))
    expect(page.router.get().location).toMatchObject({ pathname: '/login', state: { from: '/movie/7' } })
    page.unmount()
    const other = await show(<Gate kind="subscribe" price={30_000} />, { as: viewer })
    expect(screen.getByText(/Входит в подписку: 30\s000\sсум за 1 месяц/)).toBeTruthy()
    await other.user.click(screen.getByRole('link', { name: 'Выбрать тариф' }))
    expect(address()).toBe('/tariff')
  })

  it('of a suspended account shows what is missing', async () => {
    await show(<Gate kind="suspended" price={5000} />, { as: viewer, language: 'uz' })
    expect(document.body.textContent?.replace(/\s/g, ' ')).toContain('5 000 soʻm')
  })

  it('has no action where the page has a shorter one', async () => {
    await show(<Gate kind="subscribe" actions={null} message="words of the server" />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('words of the server')).toBeTruthy()
  })
})

describe('[FILM-06] a problem report', () => {
  const problems = [
    { id: 1, name: 'Нет звука', needs_text: 0 },
    { id: 9, name: 'Другое', needs_text: 1 },
  ] as const
  const about = { vid: 7, vfid: 70, position: () => 61.8 }

  async function open(onClose: () => void = () => undefined) {
    const page = await show(
      <>
        <ComplaintDialog open about={about} onClose={onClose} />
        <Toaster />
      </>,
    )
    return page
  }

  it('can be sent by a guest too, with its subject and position', async () => {
    server.responds(complaints.problems, { problems })
    server.responds(complaints.complain, {})
    const onClose = vi.fn()
    const { user } = await open(onClose)
    await user.click(await screen.findByRole('radio', { name: 'Нет звука' }))
    await user.click(screen.getByRole('button', { name: 'Отправить' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(server.requests(complaints.complain)[0]?.input).toMatchObject({
      type: 1,
      vid: 7,
      vfid: 70,
      position: 61,
    })
    expect(screen.getByText('Спасибо. Мы получили сообщение и проверим')).toBeTruthy()
  })

  it('requires a choice, and a text where a choice is not specific enough', async () => {
    server.responds(complaints.problems, { problems })
    const { user } = await open()
    await screen.findByRole('radio', { name: 'Другое' })
    await user.click(screen.getByRole('button', { name: 'Отправить' }))
    expect(screen.getByRole('alert').textContent).toBe('Выберите, что случилось')
    await user.click(screen.getByRole('radio', { name: 'Другое' }))
    expect(screen.getByRole('alert').textContent).toBe('')
    await user.type(screen.getByRole('textbox'), '   ')
    await user.click(screen.getByRole('button', { name: 'Отправить' }))
    expect(screen.getByRole('alert').textContent).toMatch(/^Напишите пару слов/)
    expect(server.requests(complaints.complain)).toEqual([])
  })

  it('keeps the text when it could not be sent', async () => {
    server.responds(complaints.problems, { problems })
    server.isLost(complaints.complain)
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: 'Другое' }))
    await user.type(screen.getByRole('textbox'), 'пропал звук')
    await user.click(screen.getByRole('button', { name: 'Отправить' }))
    await screen.findByText('Не отправлено: нет связи. Попробуйте ещё раз')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('пропал звук')
  })

  it('is selected with OK on a remote control, which does not submit it', async () => {
    server.responds(complaints.problems, { problems })
    await open()
    const radio = await screen.findByRole<HTMLInputElement>('radio', { name: 'Нет звука' })
    fireEvent.keyDown(radio, { key: 'Enter' })
    expect(radio.checked).toBe(true)
    expect(server.requests(complaints.complain)).toEqual([])
  })
})

describe('a long press on a link', () => {
  function Card({ onHold }: { readonly onHold: () => void }) {
    const press = useLongPress(onHold)
    return (
      <a href="#there" {...press}>
        card
      </a>
    )
  }
  async function open() {
    const onHold = vi.fn()
    await show(<Card onHold={onHold} />)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return { onHold, card: screen.getByRole('link') }
  }
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

  it('by touch runs the other action and opens nothing', async () => {
    const { onHold, card } = await open()
    fireEvent.pointerDown(card, { pointerType: 'touch', clientX: 5, clientY: 5 })
    pass(600)
    expect(onHold).toHaveBeenCalledTimes(1)
    fireEvent.pointerUp(card)
    expect(fireEvent.click(card, { detail: 1 })).toBe(false)
    expect(fireEvent.click(card, { detail: 1 })).toBe(true)
  })

  it('is not triggered by a short press, a mouse or a scrolling finger', async () => {
    const { onHold, card } = await open()
    fireEvent.pointerDown(card, { pointerType: 'touch', clientX: 5, clientY: 5 })
    pass(200)
    fireEvent.pointerUp(card)
    fireEvent.pointerDown(card, { pointerType: 'mouse' })
    pass(2000)
    fireEvent.pointerDown(card, { pointerType: 'touch', clientX: 5, clientY: 5 })
    fireEvent.pointerMove(card, { clientX: 5, clientY: 40 })
    pass(2000)
    expect(onHold).not.toHaveBeenCalled()
    expect(fireEvent.click(card, { detail: 1 })).toBe(true)
  })
})

describe('[REMOTE-01] OK on a card of a television', () => {
  function Card({ onHold }: { readonly onHold: () => void }) {
    const [isOpen, setOpen] = useState(false)
    const longOk = useLongOk(() => {
      onHold()
      setOpen(true)
    })
    return (
      <>
        <a href="#there" {...longOk}>
          card
        </a>
        {isOpen && <button type="button">inside</button>}
      </>
    )
  }
  async function open(television = true) {
    const [onHold, opened] = [vi.fn(), vi.fn()]
    await show(<Card onHold={onHold} />, { television })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const card = screen.getByRole('link')
    card.addEventListener('click', opened)
    return { onHold, opened, card }
  }
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

  it('opens it when the key is released', async () => {
    const { onHold, opened, card } = await open()
    fireEvent.keyDown(card, { key: 'Enter' })
    expect(opened).not.toHaveBeenCalled()
    pass(longOkMs - 50)
    fireEvent.keyUp(card, { key: 'Enter' })
    pass(longOkMs)
    expect([opened.mock.calls.length, onHold.mock.calls.length]).toEqual([1, 0])
  })

  it('runs the other action when held, and ignores the release', async () => {
    const { onHold, opened, card } = await open()
    fireEvent.keyDown(card, { key: 'Enter' })
    pass(longOkMs)
    expect(onHold).toHaveBeenCalledTimes(1)
    fireEvent.keyUp(card, { key: 'Enter' })
    expect(opened).not.toHaveBeenCalled()
  })

  it('ignores key repeats in what it has opened, but not a separate press', async () => {
    const { card } = await open()
    fireEvent.keyDown(card, { key: 'Enter' })
    pass(longOkMs)
    const inside = screen.getByRole('button')
    expect(fireEvent.keyDown(inside, { key: 'Enter', repeat: true })).toBe(false)
    fireEvent.keyUp(inside, { key: 'Enter' })
    expect(fireEvent.keyDown(inside, { key: 'Enter' })).toBe(true)
  })

  it('belongs to another card when it was held before the focus came', async () => {
    const { onHold, opened, card } = await open()
    fireEvent.keyDown(card, { key: 'Enter', repeat: true })
    pass(longOkMs)
    fireEvent.keyUp(card, { key: 'Enter' })
    expect([onHold.mock.calls.length, opened.mock.calls.length]).toEqual([0, 0])
  })

  it('is not the only way: the Menu key runs the same action at once', async () => {
    const { onHold, card } = await open()
    fireEvent.keyDown(card, { key: 'ContextMenu' })
    expect(onHold).toHaveBeenCalledTimes(1)
  })

  it('is left to the browser on other devices', async () => {
    const { onHold, card } = await open(false)
    expect(fireEvent.keyDown(card, { key: 'Enter' })).toBe(true)
    expect(fireEvent.keyDown(card, { key: 'ContextMenu' })).toBe(true)
    expect(onHold).not.toHaveBeenCalled()
  })
})

describe('small components', () => {
  it('copies a text with the clipboard API, else with `execCommand`, and returns the focus', async () => {
    await show(<button type="button">copy</button>)
    screen.getByRole('button').focus()
    const writeText = vi.fn(async () => undefined)
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as never)
    expect(await copyText('a text')).toBe(true)
    expect(writeText).toHaveBeenCalledWith('a text')
    writeText.mockRejectedValue(new Error('no leave') as never)
    let copied = ''
    document.execCommand = () => {
      copied = document.querySelector('textarea')?.value ?? ''
      return true
    }
    expect(await copyText('another')).toBe(true)
    expect(copied).toBe('another')
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button'))
    vi.restoreAllMocks()
  })

  it('a QR code is an image with a name, and another text gives another image', async () => {
    const { rerender } = await show(<QrCode text="1000042" label="Абонентский номер" />)
    const path = () =>
      screen.getByRole('img', { name: 'Абонентский номер' }).querySelector('path')?.getAttribute('d')
    const before = path()
    expect(before?.length).toBeGreaterThan(100)
    rerender(<QrCode text="1000043" label="Абонентский номер" />)
    expect(path()).not.toBe(before)
  })

  it.each([
    [{ season: 2, episode: 5, sub_title: 'Возвращение' }, 'Сезон 2, серия 5. Возвращение'],
    [{ season: 0, episode: 1, sub_title: '' }, 'Спецвыпуск, серия 1'],
    [{ season: null, episode: 7, sub_title: '' }, 'Серия 7'],
    [{ season: null, episode: null, sub_title: 'Финал' }, 'Финал'],
    [{ season: null, episode: null, sub_title: '' }, ''],
  ])('the part of a series %j is shown as «%s»', (part, words) => {
    expect(partOfSeries(textsOf('ru'), part)).toBe(words)
  })
})
