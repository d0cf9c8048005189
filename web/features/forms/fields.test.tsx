import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { show, words } from '#tests/kit/dom/show.tsx'
import { CodeField, codeOf } from './code-field.tsx'
import { MaskedField, PasswordField, TextField, useFieldFocus } from './fields.tsx'
import { Form } from './form.tsx'
import { NewPassword } from './new-password.tsx'
import { typePhone } from './phone-mask.ts'
import { noTrouble, type Trouble } from './trouble.ts'
import { useWebOtp } from './use-web-otp.ts'
import { useSecondsLeft, waitOf, type Wait } from './wait.ts'

describe('[ACC-01] a field', () => {
  it('is named by its label, and a problem is announced and tied to it', async () => {
    const field = (problem?: string) => (
      <TextField name="name" label="Имя" value="" problem={problem} onChange={() => undefined} />
    )
    const { rerender } = await show(field())
    const input = screen.getByRole('textbox', { name: 'Имя' })
    expect(input.getAttribute('aria-invalid')).toBe('false')
    rerender(field('Напишите имя'))
    const again = screen.getByRole('textbox', { name: 'Имя' })
    expect(again.getAttribute('aria-invalid')).toBe('true')
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('Напишите имя')
    expect(again.getAttribute('aria-describedby')).toBe(alert.id)
  })

  it('for a phone keeps the caret where it was typed', async () => {
    function Phone() {
      const [written, write] = useState({ text: '+998 90 123-45-67', caret: 17 })
      const onWrite = (next: typeof written) => write(typePhone(written.text, next))
      return <MaskedField name="phone" label="Телефон" written={written} onWrite={onWrite} />
    }
    await show(<Phone />)
    const input = screen.getByRole<HTMLInputElement>('textbox')
    input.focus()
    input.setSelectionRange(6, 6)
    // The browser has typed a 7 behind the 9 and put the caret behind it.
    const typed = '+998 970 123-45-67'
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input.setSelectionRange(7, 7)
    act(() => void fireEvent.input(input))
    expect(input.value).toMatch(/^\+998 97/)
    expect(input.selectionStart).toBe(7)
  })

  it('for a password hides it until it is asked to show it', async () => {
    const { user } = await show(
      <PasswordField
        name="password"
        label="Пароль"
        value="tajna"
        autoComplete="current-password"
        onChange={() => undefined}
      />,
    )
    const input = screen.getByLabelText<HTMLInputElement>('Пароль')
    expect(input.type).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Показать пароль' }))
    expect(input.type).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Скрыть пароль' }))
    expect(input.type).toBe('password')
  })
})

describe('[ACC-02] the field of a code', () => {
  it.each([
    ['123 456', '123456'],
    ['Ekran: 123456. Никому не говорите', '123456'],
    ['1234567', '123456'],
    ['код', ''],
  ])('reads «%s» as %s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  function Code({ disabled = false }: { readonly disabled?: boolean }) {
    const [code, setCode] = useState('')
    return (
      <CodeField label="Код из SMS" code={code} problem={undefined} disabled={disabled} onCode={setCode} />
    )
  }
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Код из SMS' })

  it('takes a pasted message, and shows a digit a box', async () => {
    const { user } = await show(<Code />)
    await user.click(input())
    await user.paste('Ekran: 123-456')
    expect(input().value).toBe('123456')
    expect(
      [...document.querySelectorAll('[aria-hidden] > span')].map(({ textContent }) => textContent),
    ).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('is offered the code of the message by the telephone, and only digits by its keyboard', async () => {
    await show(<Code />)
    expect(input().autocomplete).toBe('one-time-code')
    expect(input().inputMode).toBe('numeric')
  })

  it('takes nothing while a code is being checked', async () => {
    const { user } = await show(<Code disabled />)
    await user.type(input(), '123')
    expect(input().value).toBe('')
  })

  it('is filled by the browser that reads the message, unless the page is left before', async () => {
    let deliver: (value: { code: string }) => void = () => undefined
    const signals: AbortSignal[] = []
    const get = (options: { signal: AbortSignal }) => {
      signals.push(options.signal)
      return new Promise((resolve) => {
        deliver = resolve
      })
    }
    vi.stubGlobal('OTPCredential', Object)
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
    function Reader() {
      const [code, setCode] = useState('')
      useWebOtp(setCode)
      return <output>{code}</output>
    }
    const { unmount } = await show(<Reader />)
    await act(async () => deliver({ code: '654321' }))
    expect(screen.getByRole('status').textContent).toBe('654321')
    unmount()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    Reflect.deleteProperty(navigator, 'credentials')
  })
})

describe('[CAB-03] a new password', () => {
  function Field() {
    const [password, setPassword] = useState('')
    return (
      <NewPassword
        label="Новый пароль"
        value={password}
        problem={undefined}
        about={['901234567', 'Абдуллажон']}
        onChange={setPassword}
      />
    )
  }
  const rules = () => screen.getAllByRole('listitem').map((rule) => rule.getAttribute('data-met') === '')

  it('has its rules ticked off while it is typed: long enough first, hard to guess then', async () => {
    const { user } = await show(<Field />)
    expect(rules()).toEqual([false, false])
    const input = screen.getByLabelText('Новый пароль')
    await user.type(input, '12345678')
    await waitFor(() => expect(words(document.body)).toContain('Надёжность'))
    expect(rules()).toEqual([true, false])
    await user.type(input, ' гранат и саксаул')
    await waitFor(() => expect(rules()).toEqual([true, true]))
  })

  it('made of the viewer’s own name is easy to guess', async () => {
    const { user } = await show(<Field />)
    await user.type(screen.getByLabelText('Новый пароль'), 'абдуллажон')
    await waitFor(() => expect(words(document.body)).toContain('Надёжность'))
    expect(rules()).toEqual([true, false])
  })
})

describe('a form', () => {
  function Login({ trouble, isBusy = false, onSubmit }: FormOwn) {
    const form = useFieldFocus(trouble)
    const field = (name: 'phone' | 'password') => (
      <TextField
        name={name}
        label={name}
        value=""
        problem={trouble.fields[name]}
        onChange={() => undefined}
      />
    )
    return (
      <Form ref={form} isBusy={isBusy} onSubmit={onSubmit}>
        {field('phone')}
        {field('password')}
        <button type="submit">send</button>
      </Form>
    )
  }
  interface FormOwn {
    readonly trouble: Trouble
    readonly isBusy?: boolean
    readonly onSubmit: () => void
  }
  let change: (own: Partial<FormOwn>) => void
  function Page({ first }: { readonly first: FormOwn }) {
    const [own, setOwn] = useState(first)
    useEffect(() => {
      change = (later) => setOwn((existing) => ({ ...existing, ...later }))
    }, [])
    return <Login {...own} />
  }

  it('is submitted by Enter and by its button, and not a second time while it is on its way', async () => {
    const onSubmit = vi.fn()
    const { user } = await show(<Page first={{ trouble: noTrouble, onSubmit }} />)
    await user.type(screen.getByLabelText('phone'), '{Enter}')
    await user.click(screen.getByRole('button', { name: 'send' }))
    expect(onSubmit).toHaveBeenCalledTimes(2)
    act(() => change({ isBusy: true }))
    await user.click(screen.getByRole('button', { name: 'send' }))
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })

  it('leads to the first field that is wrong', async () => {
    await show(<Page first={{ trouble: noTrouble, onSubmit: vi.fn() }} />)
    act(() => change({ trouble: { fields: { password: 'Неверный пароль' } } }))
    expect(document.activeElement).toBe(screen.getByLabelText('password'))
    act(() => change({ trouble: { fields: { phone: 'Нет такого', password: 'Неверный' } } }))
    expect(document.activeElement).toBe(screen.getByLabelText('phone'))
  })
})

describe('[ACC-04] a countdown', () => {
  function Countdown({ wait }: { readonly wait: Wait | null }) {
    return <output>{useSecondsLeft(wait)}</output>
  }
  const shown = () => Number(screen.getByRole('status').textContent)

  it('counts the seconds until the code may be asked for again, and stops', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 1_800_000_000_000 })
    await show(<Countdown wait={waitOf(3, Date.now())} />)
    const seen = [shown()]
    for (let second = 0; second < 4; second++) {
      await act(async () => void vi.advanceTimersByTime(1000))
      seen.push(shown())
    }
    expect(seen).toEqual([3, 2, 1, 0, 0])
    expect(vi.getTimerCount()).toBe(0)
  })
})
