/** Requests, forms and demands in a page with a simulated server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { consoleStaff } from '#contract/console/staff.ts'
import { TextField } from '#console/ui/field.tsx'
import { settleDemand, useDemand } from './demands.ts'
import { languageChoice } from './preferences.ts'
import { createQueryClient } from './queries.ts'
import { useForm } from './use-form.ts'

// Tests wait for a busy machine.
configure({ asyncUtilTimeout: 10_000 })

interface Sent {
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}
const sent: Sent[] = []
const responses: { readonly status: number; readonly body: object; readonly retryAfter?: string }[] = []

beforeEach(() => {
  sent.length = 0
  responses.length = 0
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) })
    const next = responses.shift()
    if (next === undefined) throw new TypeError('no network')
    const headers = next.retryAfter === undefined ? {} : { 'retry-after': next.retryAfter }
    return new Response(JSON.stringify(next.body), { status: next.status, headers })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function refusal(failure: string, message: string, more: object = {}) {
  return { status: 403, body: { code: 1, failure, message, ...more } }
}
const made = { status: 200, body: { data: { link: '/console/invitation#token', expires_at: 1 } } }

function InviteForm({ onDone }: { readonly onDone: (link: string) => void }) {
  const demand = useDemand()
  const form = useForm(
    consoleStaff.invite,
    { name: '', login: '' },
    {
      toInput: (values) => ({ ...values, role: 'support' as const, language: 'ru' as const }),
      failureFields: { login_taken: 'login' },
      onDone: ({ link }) => onDone(link),
    },
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <TextField field={form.field('name')} label="Name" />
      <TextField field={form.field('login')} label="Login" />
      <p role="alert">{form.problem}</p>
      <p data-testid="demand">{demand ?? 'none'}</p>
      <button type="submit">Send</button>
    </form>
  )
}

function show() {
  const links: string[] = []
  render(
    <QueryClientProvider client={createQueryClient()}>
      <InviteForm onDone={(link) => links.push(link)} />
    </QueryClientProvider>,
  )
  return { links, user: userEvent.setup() }
}

async function fillIn(user: ReturnType<typeof userEvent.setup>, name: string, login: string) {
  if (name !== '') await user.type(screen.getByLabelText('Name'), name)
  if (login !== '') await user.type(screen.getByLabelText('Login'), login)
  await user.click(screen.getByText('Send'))
}

function demandShown() {
  return screen.getByTestId('demand').textContent
}

describe('a form of the console', () => {
  it('tells what is wrong by the rules of the contract, at the fields, and sends nothing', async () => {
    const { user } = show()
    await fillIn(user, '', 'ы')
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Заполните это поле')).toBeDefined()
    expect(screen.getByText(/^От 3 до 100 знаков/)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    expect(sent).toEqual([])
  })

  it('sends the header that no other site can send, and its language', async () => {
    responses.push(made)
    const { user, links } = show()
    await fillIn(user, 'Aziza', 'aziza')
    await waitFor(() => expect(links).toEqual(['/console/invitation#token']))
    expect(sent[0]?.path).toBe('/api/console/v1/staff/invitations')
    expect(sent[0]?.headers.get('x-ekran-console')).not.toBeNull()
    expect(sent[0]?.headers.get('accept-language')).toBe('ru')
    expect(sent[0]?.body).toMatchObject({ name: 'Aziza', login: 'aziza', role: 'support' })
  })

  it('shows a refusal about one field at this field, and any other as a sentence', async () => {
    responses.push(refusal('login_taken', 'Сотрудник с таким логином уже есть'))
    const { user } = show()
    await fillIn(user, 'Aziza', 'aziza')
    await screen.findByText('Сотрудник с таким логином уже есть')
    expect(screen.getByLabelText('Login').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('')
    await user.click(screen.getByText('Send'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^Нет связи с сервером/))
  })

  it('translates what the server refuses with into English, with the seconds to wait', async () => {
    languageChoice.set('en')
    responses.push({ ...refusal('too_many_requests', 'Слишком много попыток'), retryAfter: '40' })
    const { user } = show()
    await fillIn(user, 'Aziza', 'aziza')
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Try again in 40 s'),
    )
  })
})

describe('STAFF-01: a demand of the server in the middle of a request', () => {
  it('waits for the login and then for the proof of identity, and sends the same request again', async () => {
    responses.push(refusal('not_authorized', 'x'), refusal('step_up_needed', 'y'), made)
    const { user, links } = show()
    await fillIn(user, 'Aziza', 'aziza')
    await waitFor(() => expect(demandShown()).toBe('login'))
    expect(links).toEqual([])
    settleDemand(true)
    await waitFor(() => expect(demandShown()).toBe('step_up'))
    settleDemand(true)
    await waitFor(() => expect(links).toHaveLength(1))
    expect(demandShown()).toBe('none')
    expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body, sent[0]?.body])
  })

  it('is given up without a complaint when the person closes the dialog, and what was typed stays', async () => {
    responses.push(refusal('step_up_needed', 'y'))
    const { user, links } = show()
    await fillIn(user, 'Aziza', 'aziza')
    await waitFor(() => expect(demandShown()).toBe('step_up'))
    settleDemand(false)
    await waitFor(() => expect(demandShown()).toBe('none'))
    expect(links).toEqual([])
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Aziza')
    expect(sent).toHaveLength(1)
  })
})
