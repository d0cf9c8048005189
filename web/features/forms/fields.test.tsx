import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '#tests/kit/dom/show.tsx'
import { CodeField } from './code-field.tsx'
import { MaskedField, PasswordField, TextField, useFieldFocus } from './fields.tsx'
import { Form } from './form.tsx'
import { NewPassword } from './new-password.tsx'
import { typePhone, type Written } from './phone-mask.ts'
import { noTrouble, type Trouble } from './trouble.ts'

const nothing = () => undefined

describe('a field of a form', () => {
  it('is found by its label, and its problem is announced to screen readers', async () => {
    await show(<TextField name="name" label="Имя" value="" problem="Введите имя" onChange={nothing} />)
    const field = screen.getByRole('textbox', { name: 'Имя', description: 'Введите имя' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Введите имя')
  })

  it('reserves an empty line for a problem, so that nothing moves', async () => {
    await show(<TextField name="name" label="Имя" value="" onChange={nothing} />)
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('false')
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('lets a phone capitalise the first letter of a name only', async () => {
    await show(
      <>
        <TextField name="name" label="Имя" value="" onChange={nothing} />
        <TextField name="who" label="Номер" value="" onChange={nothing} />
      </>,
    )
    const capitals = (label: string) => screen.getByLabelText(label).getAttribute('autocapitalize')
    expect([capitals('Имя'), capitals('Номер')]).toEqual(['words', 'none'])
  })
})

describe('[ACC-02] a phone field', () => {
  function Phone() {
    const [written, setWritten] = useState<Written>({ text: '', caret: 0 })
    return (
      <MaskedField
        name="phone"
        label="Телефон"
        written={written}
        onWrite={(next) => setWritten(typePhone(written.text, next))}
      />
    )
  }

  it('groups the digits while they are typed', async () => {
    const { user } = await show(<Phone />)
    const field = screen.getByRole<HTMLInputElement>('textbox')
    await user.type(field, '901234567')
    expect(field.value).toBe('+998 90 123-45-67')
  })

  it('keeps the caret where a digit in the middle was deleted', async () => {
    const { user } = await show(<Phone />)
    const field = screen.getByRole<HTMLInputElement>('textbox')
    await user.type(field, '901234567')
    field.setSelectionRange(9, 9)
    await user.keyboard('{Backspace}')
    expect(field.value).toBe('+998 90 234-56-7')
    expect(field.selectionStart).toBeLessThan(9)
    await user.keyboard('5')
    expect(field.value).toBe('+998 90 523-45-67')
  })

  it('takes no focus from another field when it is filled in automatically', async () => {
    function Filled() {
      const [written, setWritten] = useState<Written>({ text: '', caret: 0 })
      return (
        <>
          <button type="button" onClick={() => setWritten({ text: '+998 90', caret: 3 })}>
            fill in
          </button>
          <MaskedField name="phone" label="Телефон" written={written} onWrite={setWritten} />
        </>
      )
    }
    const { user } = await show(<Filled />)
    const field = screen.getByRole<HTMLInputElement>('textbox')
    const moved = vi.spyOn(field, 'setSelectionRange')
    await user.click(screen.getByRole('button'))
    expect(field.value).toBe('+998 90')
    expect(document.activeElement).toBe(screen.getByRole('button'))
    expect(moved).not.toHaveBeenCalled()
  })
})

describe('a password field', () => {
  function Password() {
    const [value, setValue] = useState('')
    return (
      <PasswordField
        name="password"
        label="Пароль"
        value={value}
        autoComplete="current-password"
        onChange={setValue}
      />
    )
  }

  it('hides the password until it is shown, and can hide it again', async () => {
    const { user } = await show(<Password />)
    const field = screen.getByLabelText<HTMLInputElement>('Пароль')
    await user.type(field, 'Тайна 1')
    expect(field.type).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Показать пароль' }))
    expect([field.type, field.value]).toEqual(['text', 'Тайна 1'])
    await user.click(screen.getByRole('button', { name: 'Скрыть пароль' }))
    expect(field.type).toBe('password')
  })

  it('accepts a pasted password', async () => {
    const { user } = await show(<Password />)
    const field = screen.getByLabelText<HTMLInputElement>('Пароль')
    await user.click(field)
    await user.paste('длинный пароль из кошелька')
    expect(field.value).toBe('длинный пароль из кошелька')
  })

  it('is not submitted by the button that shows the password', async () => {
    const onSubmit = vi.fn()
    const { user } = await show(
      <Form onSubmit={onSubmit}>
        <Password />
      </Form>,
    )
    await user.click(screen.getByRole('button', { name: 'Показать пароль' }))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('[ACC-02] a new password', () => {
  function Fields({ about = [] }: { readonly about?: readonly string[] }) {
    const [value, setValue] = useState('')
    return <NewPassword label="Пароль" value={value} problem={undefined} about={about} onChange={setValue} />
  }
  const rules = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

  it('is checked when the typing pauses, and its rules are ticked off', async () => {
    const { user } = await show(<Fields />)
    expect(rules()).toEqual([
      'Не короче 8 символов: пока нет',
      'Не из распространённых, не телефон и не имя: пока нет',
    ])
    await user.type(screen.getByLabelText('Пароль'), 'qarg‘a-7-anor-temir')
    expect(rules()[0]).toBe('Не короче 8 символов: выполнено')
    await screen.findByText('Надёжность пароля: отличный')
    expect(rules()[1]).toBe('Не из распространённых, не телефон и не имя: выполнено')
  })

  it('that is common is long enough but still rejected', async () => {
    const { user } = await show(<Fields />)
    await user.type(screen.getByLabelText('Пароль'), 'password1')
    await screen.findByText('Надёжность пароля: подбирается сразу')
    expect(rules()).toEqual([
      'Не короче 8 символов: выполнено',
      'Не из распространённых, не телефон и не имя: пока нет',
    ])
  })

  it("is weak when it is the owner's phone, but not when it is another phone", async () => {
    const first = await show(<Fields about={['901234509']} />)
    await first.user.type(screen.getByLabelText('Пароль'), '901234509')
    await screen.findByText('Надёжность пароля: подбирается сразу')
    first.unmount()
    const { user } = await show(<Fields about={['935550011']} />)
    await user.type(screen.getByLabelText('Пароль'), '901234509')
    await screen.findByText(/^Надёжность пароля/)
    expect(screen.queryByText(/подбирается сразу/)).toBeNull()
  })

  it('is no longer checked after it was deleted', async () => {
    const { user } = await show(<Fields />)
    const field = screen.getByLabelText('Пароль')
    await user.type(field, 'password1')
    await screen.findByText(/^Надёжность пароля/)
    await user.clear(field)
    expect(screen.queryByText(/^Надёжность пароля/)).toBeNull()
  })

  it('counts characters as a person does: an emoji is one', async () => {
    const { user } = await show(<Fields />)
    await user.click(screen.getByLabelText('Пароль'))
    await user.paste('🍎🍊🍋🍇')
    expect(rules()[0]).toBe('Не короче 8 символов: пока нет')
  })
})

describe('[ACC-02] the code field', () => {
  const onCode = vi.fn()
  beforeEach(() => void onCode.mockClear())
  function Code({ disabled = false, problem }: { readonly disabled?: boolean; readonly problem?: string }) {
    const [code, setCode] = useState('')
    const keep = (next: string) => {
      onCode(next)
      setCode(next)
    }
    return <CodeField label="Код" code={code} problem={problem} disabled={disabled} onCode={keep} />
  }
  const field = () => screen.getByLabelText<HTMLInputElement>('Код')

  it('takes the six digits out of a pasted message', async () => {
    const { user } = await show(<Code />)
    await user.click(field())
    await user.paste('Ekran: 123 456, никому не говорите')
    expect(field().value).toBe('123456')
    expect(onCode).toHaveBeenLastCalledWith('123456')
  })

  it('accepts digits only, and no seventh', async () => {
    const { user } = await show(<Code />)
    await user.type(field(), '1a2-3 4567')
    expect(field().value).toBe('123456')
  })

  it('places the caret behind the last digit, wherever it was pressed', async () => {
    const { user } = await show(<Code />)
    await user.type(field(), '123')
    field().setSelectionRange(0, 0)
    fireEvent.select(field())
    expect(field().selectionStart).toBe(3)
  })

  it('keeps its value while it is checked, and shows what was wrong', async () => {
    const { user } = await show(<Code disabled problem="Неверный код" />)
    await user.type(field(), '1')
    expect(field().value).toBe('')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Неверный код')
  })

  it('lets a phone offer the code of a message', async () => {
    await show(<Code />)
    expect([field().autocomplete, field().inputMode]).toEqual(['one-time-code', 'numeric'])
  })
})

describe('the focus in a form', () => {
  /** Its button reports a problem, as a server would. */
  function Fields({ next = noTrouble }: { readonly next?: Trouble }) {
    const [trouble, setTrouble] = useState(noTrouble)
    const form = useFieldFocus(trouble)
    const field = (name: 'who' | 'password') => (
      <TextField name={name} label={name} value="" problem={trouble.fields[name]} onChange={nothing} />
    )
    return (
      <Form ref={form} onSubmit={() => setTrouble({ ...next })}>
        {field('who')}
        {field('password')}
        <button type="submit">send</button>
      </Form>
    )
  }
  const focused = () => document.activeElement?.getAttribute('name')
  const canHover = (can: boolean) =>
    vi.stubGlobal('matchMedia', () => ({ matches: can, addEventListener: nothing }))
  const send = () => screen.getByRole('button', { name: 'send' })

  it('starts at the first field with a mouse', async () => {
    canHover(true)
    await show(<Fields />)
    await waitFor(() => expect(focused()).toBe('who'))
  })

  it('is not set on a page that was only opened, where it would open a keyboard', async () => {
    canHover(false)
    const frame = vi.spyOn(globalThis, 'requestAnimationFrame')
    await show(<Fields />)
    expect(frame).not.toHaveBeenCalled()
    expect(focused()).not.toBe('who')
  })

  it('moves to the first invalid field at each problem', async () => {
    canHover(false)
    const { user } = await show(<Fields next={{ fields: { password: 'Неверный пароль' } }} />)
    await user.click(send())
    expect(focused()).toBe('password')
    await user.click(send())
    expect(focused()).toBe('password')
  })

  it('stays where it is when the problem belongs to no field', async () => {
    canHover(false)
    const { user } = await show(<Fields next={{ fields: {}, form: 'Нет связи' }} />)
    await user.click(send())
    expect(document.activeElement).toBe(send())
  })
})

describe('a form', () => {
  const onSubmit = vi.fn()
  beforeEach(() => void onSubmit.mockClear())
  const open = (isBusy: boolean) =>
    show(
      <Form isBusy={isBusy} onSubmit={onSubmit}>
        <input aria-label="field" />
        <button type="submit">send</button>
      </Form>,
    )

  it('is submitted by Enter in a field', async () => {
    const { user } = await open(false)
    await user.type(screen.getByLabelText('field'), '{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  it('is not submitted again while a request is under way', async () => {
    const { user } = await open(true)
    await user.type(screen.getByLabelText('field'), '{Enter}')
    await user.click(screen.getByRole('button'))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
