import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FilmDetail } from '#contract/films/films.ts'
import { buildFilmDetail } from '#tests/kit/dom/build-film.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { Actions } from './parts/actions.tsx'

const trailer = { vfid: 71, kind: 'trailer', duration_sec: 120, is_ready: 1 } as const
const rating = { own: 0, rate: async () => null } as never
const watching = { vfid: 70, at: null, durationSec: 6000, beginning: { kind: 'watch' } } as never

beforeEach(() => void simulateServer())

function open(own: Partial<FilmDetail> = {}, visit: Parameters<typeof show>[1] = {}) {
  const film = buildFilmDetail({ vid: 7, name: 'Летят журавли', ...own })
  return show(<Actions {...{ film, watching, rating }} />, { at: '/movie/7', as: viewer, ...visit })
}

const dialog = () => screen.findByRole('dialog', { name: 'Поделиться' })

/** The system's share sheet; it ends as the promise does. */
function hasShareSheet(end: () => Promise<void>) {
  const share = vi.fn(end)
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  return share
}
beforeEach(() => void Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }))

describe('[FILM-02] the trailer of a title', () => {
  it('plays over the page', async () => {
    const { user } = await open({ files: [trailer] })
    await user.click(screen.getByRole('button', { name: 'Трейлер' }))
    expect(address()).toBe('/movie/7?watch=71')
  })

  it('is not offered where there is none yet', async () => {
    await open({ files: [{ ...trailer, is_ready: 0 }] })
    expect(screen.queryByRole('button', { name: 'Трейлер' })).toBeNull()
  })
})

describe('[FILM-02] sharing a title', () => {
  it('is left to the system where it has a share sheet', async () => {
    const share = hasShareSheet(async () => undefined)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Поделиться' }))
    expect(share).toHaveBeenCalledWith({ title: 'Летят журавли', url: `${location.origin}/movie/7` })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is over when that sheet is closed, and falls back to the page when it could not open', async () => {
    hasShareSheet(() => Promise.reject(new DOMException('closed', 'AbortError')))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Поделиться' }))
    await act(async () => undefined)
    expect(address()).toBe('/movie/7')
    hasShareSheet(() => Promise.reject(new DOMException('not allowed', 'NotAllowedError')))
    await user.click(screen.getByRole('button', { name: 'Поделиться' }))
    expect(await dialog()).toBeTruthy()
  })

  it('copies the address in the language of the page, and shows a message', async () => {
    const { user } = await open({}, { at: '/uz/movie/7', language: 'uz' })
    await user.click(screen.getByRole('button', { name: 'Ulashish' }))
    const shown = within(await screen.findByRole('dialog'))
    const field = shown.getByRole<HTMLInputElement>('textbox')
    expect(field.value).toBe(`${location.origin}/uz/movie/7`)
    await user.click(shown.getAllByRole('button').at(-1) as HTMLElement)
    await waitFor(() => expect(shown.getByRole('status').textContent).not.toBe(''))
    expect(await navigator.clipboard.readText()).toBe(field.value)
  })

  it('selects the address where a browser does not allow copying', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Поделиться' }))
    const shown = within(await dialog())
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    const field = shown.getByRole<HTMLInputElement>('textbox', { name: 'Адрес страницы' })
    field.setSelectionRange(0, 0)
    await user.click(shown.getByRole('button', { name: 'Скопировать' }))
    await shown.findByText(/^Не получилось скопировать/)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  })

  it('links to the services with the title and the address', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Поделиться' }))
    const ways = within(within(await dialog()).getByRole('list', { name: 'Другой способ' }))
    const telegram = new URL(ways.getByRole<HTMLAnchorElement>('link', { name: 'Telegram' }).href)
    expect(telegram.searchParams.get('url')).toBe(`${location.origin}/movie/7`)
    expect(telegram.searchParams.get('text')).toBe('Летят журавли')
    expect(ways.getAllByRole('link')).toHaveLength(4)
  })

  it('on a television shows a code for a phone, and has no buttons', async () => {
    const share = hasShareSheet(async () => undefined)
    const { user } = await open({}, { television: true })
    await user.click(screen.getByRole('button', { name: 'Поделиться' }))
    const shown = within(await dialog())
    expect(shown.getByRole('img', { name: /^Наведите камеру/ })).toBeTruthy()
    expect(shown.queryByRole('link')).toBeNull()
    expect(share).not.toHaveBeenCalled()
  })

  it('is closed by Back, which stays on the page', async () => {
    const { user, router } = await open()
    await user.click(screen.getByRole('button', { name: 'Поделиться' }))
    await dialog()
    expect(address()).toBe('/movie/7?share=1')
    await act(async () => history.back())
    await waitFor(() => expect(router.get().location.search).toBe(''))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
