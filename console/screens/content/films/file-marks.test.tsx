/** The marks of a file with a simulated server: what is sent, and two editors at one file. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { FileMarks } from './file-marks.tsx'
import type { PackagedFile } from './media-values.ts'

// Tests wait for a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const file: PackagedFile = {
  ...{
    asset: 'film-1',
    kind: 'film',
    season: 0,
    episode: 0,
    last_episode: 0,
    duration_sec: 100,
    is_ready: true,
  },
  ...{ video: [], audio: [], subtitles: [], marks_version: '0'.repeat(16) },
  intro: { begin_ms: 5000, end_ms: 20_000 },
  titles: null,
}
const theirs = { ...file, marks_version: '1'.repeat(16), intro: { begin_ms: 1000, end_ms: 9000 } }

const sent: Record<string, unknown>[] = []
beforeEach(() => {
  sent.length = 0
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push(JSON.parse(String(init.body)))
    return Response.json({ data: { change_id: 5 } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const client = createQueryClient()
const engine = { current: undefined }

function marks(shown: PackagedFile, mayEdit = true) {
  return (
    <QueryClientProvider client={client}>
      <FileMarks vid={7} file={shown} mayEdit={mayEdit} positionSec={50} engine={engine} />
    </QueryClientProvider>
  )
}

const rowOf = (name: string) => within(screen.getByRole('group', { name }))

describe('[EDIT-02] the marks of a file', () => {
  it('are moved by buttons and keys, and sent with the version that was shown', async () => {
    const user = userEvent.setup()
    render(marks(file))
    await user.click(rowOf('Титры').getByRole('button', { name: 'Отсюда' }))
    rowOf('Титры').getByText('0:50.0 – 1:40.0')
    screen.getByRole('slider', { name: 'Заставка: конец' }).focus()
    await user.keyboard('{ArrowRight}{PageDown}')
    rowOf('Заставка').getByText('0:05.0 – 0:15.1')
    await user.click(screen.getByRole('button', { name: 'Сохранить отметки' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      ...{ vid: 7, asset: 'film-1', version: '0'.repeat(16) },
      intro: { begin_ms: 5000, end_ms: 15_100 },
      titles: { begin_ms: 50_000, end_ms: 100_000 },
    })
  })

  it('become those of a colleague where nothing was moved, and stay with a choice otherwise', async () => {
    const user = userEvent.setup()
    const { rerender } = render(marks(file))
    rerender(marks(theirs))
    rowOf('Заставка').getByText('0:01.0 – 0:09.0')
    await user.click(rowOf('Заставка').getByRole('button', { name: 'Убрать' }))
    rerender(marks({ ...file, marks_version: '2'.repeat(16) }))
    screen.getByText(/изменил кто-то другой/)
    rowOf('Заставка').getByText('не отмечено')
    await user.click(screen.getByRole('button', { name: 'Сохранить мои отметки' }))
    await waitFor(() => expect(sent[0]).toMatchObject({ version: '2'.repeat(16), intro: null }))
    await user.click(screen.getByRole('button', { name: 'Взять их отметки' }))
    rowOf('Заставка').getByText('0:05.0 – 0:20.0')
  })

  it('only show themselves to who may not edit', () => {
    render(marks(file, false))
    rowOf('Заставка').getByText('0:05.0 – 0:20.0')
    expect([screen.queryAllByRole('button'), screen.queryAllByRole('slider')]).toEqual([[], []])
  })
})
