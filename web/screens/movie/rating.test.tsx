import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { viewing } from '#contract/films/viewing.ts'
import { show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { RatingDialog } from './parts/rating-dialog.tsx'
import { ShareDialog } from '#web/features/sharing/share-dialog.tsx'
import { sharedAddress } from './parts/shared-address.ts'
import { useRating } from './watching/use-rating.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

function Rated({ onClose }: { readonly onClose: () => void }) {
  const rating = useRating(7)
  return (
    <>
      <p data-testid="own">{rating.own}</p>
      <RatingDialog
        key={rating.own === 0 ? 'new' : 'own'}
        name="Летят журавли"
        rating={rating}
        onClose={onClose}
      />
      <Toaster />
    </>
  )
}

async function open(own: number) {
  server.responds(viewing.rating, { rating: own, average: 8.1, count: 12 })
  const onClose = vi.fn()
  const page = await show(<Rated onClose={onClose} />, { at: '/movie/7', as: viewer })
  await waitFor(() => expect(screen.getByTestId('own').textContent).toBe(String(own)))
  return { ...page, onClose }
}

const step = (number: number) =>
  screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${number} из`) })
const submit = () =>
  screen.getAllByRole('button').find((button) => (button as HTMLButtonElement).type === 'submit')

describe('[FILM-03] the rating', () => {
  it('is one of ten, and is not sent without a choice', async () => {
    const { user } = await open(0)
    expect(screen.getAllByRole('radio')).toHaveLength(10)
    await user.click(submit() as HTMLElement)
    expect(words(screen.getByRole('alert'))).toBe('Выберите оценку от 1 до 10')
    expect(server.requests(viewing.ratingSet)).toEqual([])
  })

  it('that was sent is shown as chosen, can be changed, and the server is notified', async () => {
    server.responds(viewing.ratingSet, { rating: 9, average: 8.2, count: 12 })
    const { user } = await open(4)
    expect(step(4).checked).toBe(true)
    await user.click(step(9))
    await user.click(submit() as HTMLElement)
    await waitFor(() =>
      expect(server.requests(viewing.ratingSet)[0]?.input).toMatchObject({ vid: 7, rating: 9 }),
    )
    await waitFor(() => expect(screen.getByTestId('own').textContent).toBe('9'))
  })

  it('that the server rejected shows why, and the form is shown again', async () => {
    server.rejects(viewing.ratingSet, { failure: 'title_not_found', message: 'Такого фильма нет' })
    const { user } = await open(4)
    await user.click(step(9))
    await user.click(submit() as HTMLElement)
    await screen.findByText('Такого фильма нет')
    await waitFor(() => expect(screen.getByTestId('own').textContent).toBe('4'))
    expect(screen.getAllByRole('radio')).toHaveLength(10)
  })

  it('shows thanks for three seconds, then closes by itself', async () => {
    const onClose = vi.fn()
    const rate = vi.fn(async () => null)
    await show(
      <RatingDialog name="Ёлка" rating={{ own: 0, average: null, count: 0, rate }} onClose={onClose} />,
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(step(8))
    fireEvent.click(screen.getByRole('button', { name: 'Оценить' }))
    expect(rate).toHaveBeenCalledWith(8)
    expect(screen.getByText('Спасибо за оценку')).toBeTruthy()
    expect(screen.getByText('8 из 10, Очень хорошо')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2900))
    expect(onClose).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('can be removed', async () => {
    server.responds(viewing.ratingSet, { rating: 0, average: 8.1, count: 11 })
    const { user, onClose } = await open(4)
    await user.click(screen.getByRole('button', { name: 'Убрать оценку' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(server.requests(viewing.ratingSet)[0]?.input).toMatchObject({ rating: 0 })
  })

  it('is selected with OK on a remote control before it is sent with it', async () => {
    await open(0)
    expect(fireEvent.keyDown(step(6), { key: 'Enter' })).toBe(false)
    expect(step(6).checked).toBe(true)
    expect(fireEvent.keyDown(step(6), { key: 'Enter' })).toBe(true)
    expect(server.requests(viewing.ratingSet)).toEqual([])
  })
})

describe('[FILM-02] sharing', () => {
  const shared = () => ({ name: 'Летят журавли', address: sharedAddress(7, 'ru') })

  it('copies the address, and shows a message', async () => {
    const { user } = await show(<ShareDialog {...shared()} onClose={() => undefined} />, { at: '/movie/7' })
    const field = screen.getByRole<HTMLInputElement>('textbox')
    expect(field.value).toMatch(/\/movie\/7$/)
    await user.click(screen.getByRole('button', { name: 'Скопировать' }))
    expect(await navigator.clipboard.readText()).toBe(field.value)
    expect(screen.getByRole('status').textContent).toBe('Ссылка скопирована')
  })

  it('links to other services with the address and the name, in new tabs', async () => {
    await show(<ShareDialog {...shared()} onClose={() => undefined} />, { at: '/movie/7' })
    const { value } = screen.getByRole<HTMLInputElement>('textbox')
    const telegram = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Telegram' }).href)
    expect(telegram.searchParams.get('url')).toBe(value)
    expect(telegram.searchParams.get('text')).toBe('Летят журавли')
    for (const link of screen.getAllByRole<HTMLAnchorElement>('link'))
      expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
  })

  it('is a QR code on a television', async () => {
    await show(<ShareDialog {...shared()} onClose={() => undefined} />, { television: true })
    expect(
      screen.getByRole('img', { name: 'Наведите камеру телефона, и страница откроется на нём' }),
    ).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})
