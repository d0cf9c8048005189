/** The test of a service inside the form that saves it, with a simulated server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { TestPart } from './test-part.tsx'

configure({ asyncUtilTimeout: 10_000 })

const sent: unknown[] = []
const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())

beforeEach(() => {
  sent.length = 0
  submit.mockClear()
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return Response.json({
      data: { is_ok: true, steps: [{ step: 'sent', is_ok: true, word: 'ok', detail: '' }] },
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('runs the test by Enter in its field, and the settings are not saved', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <form onSubmit={submit}>
        <TestPart subject="sms" texts={{ login: 'a' }} />
        <button type="submit">Применить</button>
      </form>
    </QueryClientProvider>,
  )
  await userEvent.setup().type(screen.getByRole('textbox'), '+998901234567{Enter}')
  expect(sent).toEqual([{ subject: 'sms', texts: { login: 'a' }, to: '+998901234567' }])
  expect(submit).not.toHaveBeenCalled()
})
