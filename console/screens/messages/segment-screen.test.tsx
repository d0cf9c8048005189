/** A segment by its conditions, with a simulated server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { consoleSegments } from '#contract/console/segments.ts'
import type { SegmentCondition, SegmentRules } from '#contract/console/segment-rules.ts'
import { permissionsOf } from '#contract/form/permissions.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { LoggedInContext } from '#console/session/session.ts'
import { SegmentScreen } from './segment-screen.tsx'

let counted: SegmentCondition[] = []
let rules: SegmentRules

function rulesOf(...conditions: SegmentCondition[]): SegmentRules {
  return { match: 'all', groups: [{ match: 'all', is_not: false, conditions }] }
}

beforeEach(() => {
  counted = []
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    if (pathname.endsWith(consoleSegments.count.path)) {
      const asked = JSON.parse(searchParams.get('rules') ?? '') as SegmentRules
      counted = asked.groups.flatMap(({ conditions }) => conditions)
      return Response.json({ data: { count: 12, total: 40, sample: [] } })
    }
    if (pathname.endsWith(consoleSegments.list.path))
      return Response.json({
        data: { segments: [{ segment_id: 5, name: 'Семьи', version: 1, rules, changed_at: 0 }] },
      })
    return Response.json({ data: [] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  const staff = { staff_id: 1, login: 'k', name: 'Камола', role: 'owner', language: 'ru' }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LoggedInContext value={{ staff, permissions: [...permissionsOf('owner')] } as never}>
        <SegmentScreen id={5} />
      </LoggedInContext>
    </QueryClientProvider>,
  )
}

it('[MSG-01] counts by the number of profiles while it is typed', async () => {
  rules = rulesOf({ field: 'child_profile' }, { field: 'profiles', op: 'above', count: 3 })
  open()
  const field = await screen.findByLabelText<HTMLInputElement>('Профилей')
  expect(field.value).toBe('3')
  await screen.findByText('Абонентов: 12 из 40')
  fireEvent.change(field, { target: { value: '4' } })
  await waitFor(() =>
    expect(counted).toEqual([{ field: 'child_profile' }, { field: 'profiles', op: 'above', count: 4 }]),
  )
  fireEvent.change(field, { target: { value: '99' } })
  await screen.findByText('Заполните все условия, чтобы увидеть число')
})

it('[MSG-01] counts by the ages to which profiles are limited', async () => {
  rules = rulesOf({ field: 'profile_age', ages: [6] })
  open()
  const age = await screen.findByLabelText<HTMLInputElement>('6+')
  expect(age.checked).toBe(true)
  fireEvent.click(screen.getByLabelText('12+'))
  await waitFor(() => expect(counted).toEqual([{ field: 'profile_age', ages: [6, 12] }]))
})
