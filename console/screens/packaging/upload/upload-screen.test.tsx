/** Uploads in a page with a server double that speaks the tus protocol, and breaks the line. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploadRoot } from '#contract/console/uploads.ts'
import { permissionsOf } from '#contract/form/permissions.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { LoggedInContext } from '#console/session/session.ts'
import type { Transport, UploadRequest } from './transport.ts'
import { UploadScreen } from './upload-screen.tsx'
import { UploadStore } from './upload-store.ts'

configure({ asyncUtilTimeout: 10_000 })

const location = `${uploadRoot}${'u'.repeat(22)}`
const madeAt = Math.floor(Date.now() / 1000) - 60

interface ServerDouble {
  bytes: number[]
  requests: string[]
  /** What becomes of the next PATCH requests; undefined: it arrives. */
  breaks: ('before' | 'answer' | undefined)[]
  refusal: { status: number; failure: string; message: string } | undefined
  isGone: boolean
}
let server: ServerDouble
let listed: object[]

const answer = (status: number, headers: Record<string, string> = {}, body = '') => ({
  ...{ status, body },
  header: (name: string) => headers[name] ?? null,
})

const transport: Transport = async ({ method, headers = {}, body, onSent }: UploadRequest) => {
  server.requests.push(`${method} ${headers['upload-offset'] ?? ''}`.trim())
  if (method === 'POST') {
    if (server.refusal !== undefined)
      return answer(server.refusal.status, {}, JSON.stringify({ code: 1, ...server.refusal }))
    server.isGone = false
    return answer(201, { location, 'upload-offset': String(server.bytes.length) })
  }
  if (method === 'HEAD')
    return server.isGone ? answer(404) : answer(200, { 'upload-offset': String(server.bytes.length) })
  if (method === 'DELETE') return answer(204)
  const broken = server.breaks.shift()
  if (broken === 'before') return undefined
  if (Number(headers['upload-offset']) !== server.bytes.length) return answer(409)
  const piece = new Uint8Array((await body?.arrayBuffer()) ?? new ArrayBuffer(0))
  for (const byte of piece) server.bytes.push(byte)
  onSent?.(piece.length)
  return broken === 'answer' ? undefined : answer(204, { 'upload-offset': String(server.bytes.length) })
}

beforeEach(() => {
  server = { bytes: [], requests: [], breaks: [], refusal: undefined, isGone: false }
  listed = []
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async () => Response.json({ data: { uploads: listed, max_bytes: 100_000_000_000 } }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show() {
  let clockMs = 0
  const store = new UploadStore({
    transport,
    // Each look at the clock is a second later: pieces grow and shrink.
    nowMs: () => (clockMs += 1000),
    pause: async () => undefined,
  })
  const staff = { staff_id: 1, login: 'k', name: 'Камола', role: 'content_editor', language: 'ru' }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LoggedInContext value={{ staff, permissions: [...permissionsOf('content_editor')] } as never}>
        <UploadScreen store={store} />
      </LoggedInContext>
    </QueryClientProvider>,
  )
  const field = await screen.findByLabelText<HTMLInputElement>('Выбрать файлы')
  return { user: userEvent.setup(), field, store }
}

function film(size = 3_000_000): File {
  const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251)
  return new File([bytes], 'Гора (2021).mkv', { type: 'video/x-matroska', lastModified: 7 })
}

describe('[EDIT-03] the page that uploads films', () => {
  it('sends a file in pieces and leads to the queue', async () => {
    const { user, field } = await show()
    await user.upload(field, film())
    await screen.findByText('загружен, файл в очереди подготовки')
    expect(server.bytes.length).toBe(3_000_000)
    expect(server.bytes.every((byte, at) => byte === at % 251)).toBe(true)
    expect(server.requests.slice(0, 2)).toEqual(['POST', 'PATCH 0'])
    expect(screen.getByRole('link', { name: 'Открыть очередь подготовки' }).getAttribute('href')).toBe(
      '/films/queue',
    )
  })

  it('goes on by itself where it was, also when only the answer was lost', async () => {
    const { user, field } = await show()
    server.breaks = [undefined, 'before', 'answer']
    await user.upload(field, film())
    await screen.findByText('загружен, файл в очереди подготовки')
    expect(server.bytes.length).toBe(3_000_000)
    expect(server.bytes.every((byte, at) => byte === at % 251)).toBe(true)
    expect(server.requests.filter((one) => one === 'HEAD')).toHaveLength(2)
  })

  it('continues an upload of earlier when the same file is chosen, and begins again when it is gone', async () => {
    listed = [
      {
        ...{ upload_id: 'u'.repeat(22), name: 'Гора (2021).mkv', size_bytes: 3_000_000, offset: 1_000_000 },
        ...{ state: 'open', reason: '', fingerprint: 'Гора (2021).mkv 3000000 7', made_at: madeAt },
      },
    ]
    server.bytes = [...new Uint8Array(await film().slice(0, 1_000_000).arrayBuffer())]
    const { user, field } = await show()
    await screen.findByText('прервана')
    screen.getByText(/1.МБ из 3.МБ/)
    server.breaks = ['before']
    await user.upload(field, film())
    await screen.findByText('загружен, файл в очереди подготовки')
    expect(screen.queryByText('прервана')).toBeNull()
    expect(server.requests.slice(0, 3)).toEqual(['POST', 'PATCH 1000000', 'HEAD'])
    expect(server.bytes.length).toBe(3_000_000)
  })

  it('says why the server refused a file, and tries it again', async () => {
    const { user, field } = await show()
    server.refusal = { status: 409, failure: 'upload_exists', message: 'Файл с таким именем уже есть' }
    await user.upload(field, film(1000))
    await screen.findByText('Файл с таким именем уже есть')
    server.refusal = undefined
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('загружен, файл в очереди подготовки')
  })

  it('is cancelled after a question, and what arrived is deleted', async () => {
    listed = [
      {
        ...{ upload_id: 'u'.repeat(22), name: 'Река.mkv', size_bytes: 3_000_000, offset: 1_000_000 },
        ...{ state: 'open', reason: '', fingerprint: 'another', made_at: madeAt },
      },
    ]
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Отменить: Река.mkv' }))
    await user.click(await screen.findByRole('button', { name: 'Отменить загрузку' }))
    await waitFor(() => expect(server.requests).toEqual(['DELETE']))
  })
})
