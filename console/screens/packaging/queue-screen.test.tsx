/** The packaging queue in a page with a simulated server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { permissionsOf, type Role } from '#contract/form/permissions.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { LoggedInContext } from '#console/session/session.ts'
import { Toasts } from '#console/ui/toast.tsx'
import { QueueScreen } from './queue-screen.tsx'
import type { QueuedFilm } from './use-queue-acts.ts'

configure({ asyncUtilTimeout: 10_000 })

const nowSec = Math.floor(Date.now() / 1000)

function film(assetId: string, own: Partial<QueuedFilm> = {}): QueuedFilm {
  return {
    asset_id: assetId,
    name: assetId,
    vid: 7,
    state: 'waiting',
    step: 'playable',
    is_paused: false,
    fraction: 0,
    stage: '',
    started_at: null,
    spent_sec: 0,
    left_sec: null,
    length_sec: 3600,
    worker: null,
    source: `/films/${assetId}.mkv`,
    reason: '',
    reason_kind: '',
    not_before: null,
    changed_at: nowSec - 600,
    ...own,
  }
}

const films: readonly QueuedFilm[] = [
  film('Идёт', {
    state: 'running',
    fraction: 0.42,
    stage: 'v480',
    started_at: nowSec - 300,
    left_sec: 400,
    worker: { host: 'media1', process: '4711', attempt: 2 },
  }),
  film('Первый'),
  film('Второй'),
  film('На паузе', { is_paused: true }),
  film('Лучше', { step: 'better', fraction: 0.5 }),
  film('Сломан', { state: 'refused', vid: null, reason: 'it is no video', reason_kind: 'not_a_video' }),
  film('Убран', { state: 'removed' }),
  film('Готов', { state: 'ready', step: 'better', fraction: 1, spent_sec: 5400 }),
]

let queue: { paused_at: number | null; paused_by: string }
const sent: (readonly [string, unknown])[] = []

beforeEach(() => {
  queue = { paused_at: null, paused_by: '' }
  sent.length = 0
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'POST') {
      const input = JSON.parse(String(body)) as { asset_id?: string }
      sent.push([path.split('/').at(-1) ?? '', input])
      return Response.json({
        data: {
          asset_id: input.asset_id,
          name: input.asset_id,
          followed_by: 'На паузе',
          paused_at: 1,
          films: 1,
        },
      })
    }
    const counts = { running: 1, waiting: 4, refused: 1, removed: 1, ready: 1 }
    return Response.json({ data: { films, counts, ...queue, left_sec: 7200 } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show(role: Role = 'content_editor') {
  const staff = { staff_id: 1, login: 'k', name: 'Камола', role, language: 'ru' as const }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LoggedInContext value={{ staff, permissions: [...permissionsOf(role)] } as never}>
        <QueueScreen />
        <Toasts />
      </LoggedInContext>
    </QueryClientProvider>,
  )
  await screen.findByText('Первый')
  return userEvent.setup()
}

function item(name: string) {
  return within(screen.getByText(name).closest('li') ?? document.body)
}

describe('[EDIT-02] the page of the packaging queue', () => {
  it('says how far each film is, where it is made, why one failed and what helps', async () => {
    await show()
    const running = item('Идёт')
    running.getByText(/готово 42.%/)
    running.getByText(/изображение v480/)
    running.getByText(/идёт 5.мин/)
    running.getByText(/компьютер media1, процесс 4711/)
    running.getByText(/попытка 2/)
    expect(running.getByRole('progressbar').getAttribute('value')).toBe('0.42')
    const broken = item('Сломан')
    broken.getByText(/Это не видео, или файл испорчен\. Проверьте файл/)
    broken.getByText('it is no video')
    broken.getByText('/films/Сломан.mkv')
    item('Готов').getByText(/работа заняла 1.ч 30.мин/)
    item('На паузе').getByText('на паузе')
    screen.getByText(/осталось примерно 2.ч/)
  })

  it('moves within the films that wait for the same, and takes the move back', async () => {
    const user = await show()
    expect(item('Первый').getByRole('button', { name: 'Выше: Первый' })).toHaveProperty('disabled', true)
    expect(item('На паузе').getByRole('button', { name: 'Ниже: На паузе' })).toHaveProperty('disabled', true)
    expect(item('Лучше').getByRole('button', { name: 'Выше: Лучше' })).toHaveProperty('disabled', true)
    await user.click(item('Второй').getByRole('button', { name: 'Выше: Второй' }))
    await waitFor(() => expect(sent).toEqual([['move', { asset_id: 'Второй', to: 'up' }]]))
    await user.click(await screen.findByRole('button', { name: 'Отменить' }))
    await waitFor(() =>
      expect(sent[1]).toEqual(['move', { asset_id: 'Второй', to: 'before', before: 'На паузе' }]),
    )
  })

  it('pauses, continues, removes, puts back and tries again', async () => {
    const user = await show()
    await user.click(item('Идёт').getByRole('button', { name: 'Приостановить: Идёт' }))
    await user.click(item('На паузе').getByRole('button', { name: 'Продолжить: На паузе' }))
    await user.click(item('Сломан').getByRole('button', { name: 'Повторить' }))
    await user.click(item('Убран').getByRole('button', { name: 'Вернуть в очередь' }))
    await user.click(item('Второй').getByRole('button', { name: 'Что ещё можно сделать: Второй' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Убрать из очереди' }))
    await waitFor(() =>
      expect(sent).toEqual([
        ['pause', { asset_id: 'Идёт' }],
        ['resume', { asset_id: 'На паузе' }],
        ['retry', { asset_id: 'Сломан' }],
        ['retry', { asset_id: 'Убран' }],
        ['remove', { asset_id: 'Второй' }],
      ]),
    )
  })

  it('pauses and continues as a whole', async () => {
    const user = await show()
    await user.click(screen.getByRole('button', { name: 'Приостановить очередь' }))
    await waitFor(() => expect(sent).toEqual([['pause-all', {}]]))
    cleanup()
    queue = { paused_at: nowSec - 60, paused_by: 'Дильноза' }
    await show()
    screen.getByText(/Очередь приостановлена: Дильноза/)
    screen.getByRole('button', { name: 'Продолжить очередь' })
  })

  it('only shows it to those who may not edit', async () => {
    await show('support')
    for (const name of [/^Приостановить/, /^Повторить/, /^Выше/, /^Что ещё/])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
