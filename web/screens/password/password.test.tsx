import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sessions } from '#contract/accounts/sessions.ts'
import { show, viewer, type ShownPage } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { PasswordForm } from './password-form.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(sessions.passwordChange, { ended_sessions: 2 })
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function open() {
  const onDone = vi.fn()
  const page = await show(<PasswordForm abonement={viewer.abonement} onDone={onDone} />, { as: viewer })
  return { ...page, onDone }
}

async function write({ user }: Pick<ShownPage, 'user'>, old: string, next: string, repeat: string) {
  for (const [label, text] of [
    ['Прежний пароль', old],
    ['Новый пароль', next],
    ['Новый пароль ещё раз', repeat],
  ] as const)
    if (text !== '') await user.type(field(label), text)
  await user.click(screen.getByRole('button', { name: 'Сменить пароль' }))
}

describe('[CAB-03] the change of the password', () => {
  it.each([
    ['', 'Zafar-2031!', 'Zafar-2031!', 'Введите прежний пароль', 'Прежний пароль'],
    ['former-one', 'short', 'short', /8/, 'Новый пароль'],
    ['Zafar-2031!', 'Zafar-2031!', 'Zafar-2031!', 'Новый пароль совпадает с прежним', 'Новый пароль'],
    ['former-one', 'Zafar-2031!', 'Zafar-2032!', 'Пароли не совпадают', 'Новый пароль ещё раз'],
  ])(
    '%s → %s, %s is not sent, and the invalid field has the focus',
    async (old, next, repeat, words, label) => {
      const page = await open()
      await write(page, old, next, repeat)
      expect(screen.getAllByText(words).length).toBeGreaterThan(0)
      expect(document.activeElement).toBe(field(label))
      expect(field(label).getAttribute('aria-invalid')).toBe('true')
      expect(server.requests(sessions.passwordChange)).toEqual([])
    },
  )

  it('is sent with both passwords in the body, and shows how many devices were logged out', async () => {
    const page = await open()
    await write(page, 'former-one', 'Zafar-2031!', 'Zafar-2031!')
    await waitFor(() => expect(page.onDone).toHaveBeenCalledWith(2))
    expect(server.requests(sessions.passwordChange)[0]?.input).toEqual({
      old_password: 'former-one',
      new_password: 'Zafar-2031!',
    })
  })

  it('shows its rules and which of them are met', async () => {
    const { user } = await open()
    const met = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(met()).toContain('Введён дважды одинаково: пока нет')
    await user.type(field('Прежний пароль'), 'former-one')
    await user.type(field('Новый пароль'), 'Zafar-2031!')
    await user.type(field('Новый пароль ещё раз'), 'Zafar-2031!')
    expect(met()).toContain('Отличается от прежнего: выполнено')
    expect(met()).toContain('Введён дважды одинаково: выполнено')
  })

  it.each([
    ['wrong_password', 'Прежний пароль неверен', 'Прежний пароль'],
    ['weak_password', 'Слишком распространённый пароль', 'Новый пароль'],
  ] as const)('rejected with %s shows the message at its field', async (failure, message, label) => {
    server.rejects(sessions.passwordChange, { failure, message })
    const page = await open()
    await write(page, 'former-one', 'Zafar-2031!', 'Zafar-2031!')
    await screen.findByText(message)
    expect(document.activeElement).toBe(field(label))
    expect(page.onDone).not.toHaveBeenCalled()
    await page.user.type(field(label), 'x')
    expect(screen.queryByText(message)).toBeNull()
  })

  it('can be repeated after a lost connection, with all values kept', async () => {
    server.isLost(sessions.passwordChange)
    const page = await open()
    await write(page, 'former-one', 'Zafar-2031!', 'Zafar-2031!')
    await screen.findByText(/^Нет связи с сервером/)
    expect(field('Новый пароль').value).toBe('Zafar-2031!')
    server.responds(sessions.passwordChange, { ended_sessions: 0 })
    await page.user.click(screen.getByRole('button', { name: 'Сменить пароль' }))
    await waitFor(() => expect(page.onDone).toHaveBeenCalledWith(0))
  })

  it('names the account for a password manager', async () => {
    await open()
    const who = document.querySelector<HTMLInputElement>('[autocomplete="username"]')
    expect([who?.value, who?.tabIndex]).toEqual([viewer.abonement, -1])
    expect(field('Новый пароль').autocomplete).toBe('new-password')
    expect(field('Прежний пароль').autocomplete).toBe('current-password')
  })
})
