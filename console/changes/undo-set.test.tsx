/** Taking a set of several things back, on the page of one of them. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { Toasts } from '#console/ui/toast.tsx'
import { UndoSet } from './undo-set.tsx'

configure({ asyncUtilTimeout: 10_000 })

const change = {
  ...({ change_id: 7, kind: 'import', section: 'channels', title: 'uz.m3u' } as const),
  ...{
    created: 7,
    changed: 0,
    deleted: 0,
    staff_name: '',
    made_at: 1,
    undo_until: 2,
    undone_by: null,
    undoes: null,
  },
}
const entries = [1, 2, 3, 4, 5, 6, 7].map((id) => ({
  ...{ entity: 'channel', entity_id: id, label: `Kanal ${id}`, before: null, after: { number: id } },
}))

const undone: unknown[] = []
beforeEach(() => {
  undone.length = 0
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('/changes/one')) return Response.json({ data: { change, entries, more: 0 } })
    undone.push(JSON.parse(String(init.body)))
    return Response.json({ data: { change_id: 7 + undone.length, undone: 7, conflicts: [] } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(created: number, isOfOne: boolean): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UndoSet
        change={{ ...change, created, changed: 7 - created }}
        title="Импорт: uz.m3u"
        isOfOne={isOfOne}
      />
      <Toasts />
    </QueryClientProvider>,
  )
}

describe('[CHAN-01] [IMPORT-02] a set of several things', () => {
  it('is taken back only after its things were named, and is returned from the message', async () => {
    show(7, true)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Отменить' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('7 объектов, не только того, что на этой странице')
    expect(question.textContent).toContain(
      'Исчезнут с сайта (7): Kanal 1, Kanal 2, Kanal 3, Kanal 4, Kanal 5 и ещё 2',
    )
    await user.click(screen.getByRole('button', { name: 'Отмена' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(undone).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Отменить' }))
    await user.click(await screen.findByRole('button', { name: 'Отменить всё: 7 объектов' }))
    await screen.findByText(
      'Изменение отменено: Импорт: uz.m3u — Kanal 1, Kanal 2, Kanal 3, Kanal 4, Kanal 5 и ещё 2',
    )
    await user.click(screen.getByRole('button', { name: 'Вернуть' }))
    await waitFor(() => expect(undone).toEqual([{ change_id: 7 }, { change_id: 8 }]))
  })

  it('that deletes nothing is taken back at once from the list of all changes', async () => {
    show(0, false)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Отменить' }))
    await waitFor(() => expect(undone).toEqual([{ change_id: 7 }]))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
