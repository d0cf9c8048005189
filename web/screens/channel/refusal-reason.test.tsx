import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel } from '#contract/channels/channels.ts'
import { channels } from '#contract/channels/channels.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { site } from '#contract/site/site.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { RequestedPayment } from '#tests/kit/dom/requested-payment.tsx'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { closePayment } from '#web/payment/flow/open-payment.ts'
import { RefusalReason } from './panels/refusal-reason.tsx'
import type { Viewing } from './viewing/viewing.ts'

const nowSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  closePayment()
  server = simulateServer()
})

const sport = buildChannel(5, { name: 'Спорт', is_available: 0, category_id: 3 })

interface Refused {
  readonly failure: FailureCode
  readonly message?: string
  readonly details?: unknown
  readonly line?: readonly Channel[]
  readonly viewing?: Viewing
  readonly programmes?: readonly ReturnType<typeof buildProgramme>[]
  readonly visit?: Parameters<typeof show>[1]
}

/** The page of the channel Sport, for which the server has rejected playback. */
async function open(refused: Refused) {
  const { failure, message = '', details, line = [], programmes = [], visit } = refused
  const [onLive, retry] = [vi.fn(), vi.fn()]
  const page = await show(
    <>
      <RefusalReason
        refusal={{ kind: 'refused', failure, message, details }}
        playback={{ retry } as never}
        channel={sport}
        line={line}
        programmes={programmes}
        viewing={{ viewing: refused.viewing ?? { kind: 'live' } } as never}
        onLive={onLive}
      />
      <RequestedPayment />
    </>,
    { at: '/channel/5', as: viewer, ...visit },
  )
  return { ...page, onLive, retry }
}

it('[CHAN-05] of a blackout says its words, until when, and what can be watched instead', async () => {
  const line = [buildChannel(6, { name: 'Yoshlar', is_available: 1 })]
  const message = 'Матч не показываем'
  const details = { until: nowSec + 3600, returns: true }
  await open({ failure: 'blacked_out', message, details, line })
  await screen.findByText(message)
  await screen.findByText(/^До .*14:00.*картинка появится сама/)
  expect(offered('А пока можно посмотреть').join()).toContain('Yoshlar')
})

const offered = (title: string) =>
  within(screen.getByText(title).parentElement as HTMLElement)
    .getAllByRole('listitem')
    .map((row) => row.textContent)

describe('[TV-08] a channel that the server rejects', () => {
  it('sends a guest to the login or the registration, and back to the channel', async () => {
    const { user } = await open({ failure: 'login_needed' })
    const register = screen.getByRole('link', { name: 'Зарегистрироваться' })
    expect(register.getAttribute('href')).toBe('/login?step=register')
    await user.click(screen.getByRole('link', { name: 'Войти' }))
    expect(address()).toBe('/login')
    expect((history.state as { state: unknown }).state).toEqual({ from: '/channel/5' })
  })

  it('names the tariffs that include it with their prices, and buys the one that is pressed', async () => {
    const item = [
      { tariff_id: 2, name: 'Семейный', price: 30_000 },
      { tariff_id: 3, name: 'Полный', price: 50_000 },
    ]
    const { user } = await open({ failure: 'not_subscribed', details: { tariffs: { item } } })
    expect(screen.getByText('«Спорт» открывает подписка.')).toBeTruthy()
    expect(screen.getByText('Этот канал есть в тарифах')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Полный\s*50\s000\sсум$/ }))
    expect(screen.getByText('{"kind":"tariff","tariffId":3}')).toBeTruthy()
  })

  it('links to all tariffs where none is named, and offers the open channels meanwhile', async () => {
    const line = [sport, buildChannel(1, { name: 'Yoshlar' }), buildChannel(2, { is_available: 0 })]
    await open({ failure: 'not_subscribed', line })
    expect(screen.getByText(/^«Спорт» открывает подписка: выберите тариф/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Выбрать тариф' }).getAttribute('href')).toBe('/tariff')
    expect(offered('Открыты без подписки')).toEqual([expect.stringContaining('Yoshlar')])
  })

  it('when money is missing offers the top-up and the channels that can still be played', async () => {
    const line = [sport, buildChannel(1, { name: 'Oʻzbekiston', is_social: 1 }), buildChannel(2)]
    const { user } = await open({ failure: 'account_suspended', message: 'Не хватает 5 000 сум', line })
    expect(screen.getByText('Не хватает 5 000 сум')).toBeTruthy()
    expect(offered('Эти каналы показываем и сейчас')).toEqual([expect.stringContaining('Oʻzbekiston')])
    await user.click(screen.getByRole('button', { name: 'Пополнить баланс' }))
    expect(screen.getByText('{"kind":"top_up"}')).toBeTruthy()
  })

  it('for a blocked account shows why and whom to call', async () => {
    server.responds(site.about, { company: 'Ekran', support_phone: '+998 (71) 200-00-00' })
    await open({ failure: 'account_blocked', message: 'Аккаунт заблокирован за передачу пароля' })
    expect(screen.getByText('Аккаунт заблокирован за передачу пароля')).toBeTruthy()
    const call = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Позвонить/ })
    expect(call.getAttribute('href')).toBe('tel:+998712000000')
  })

  it('[TV-07] outside the national network offers the channels that are available there', async () => {
    server.responds(channels.publicList, {
      channels: { item: [sport, buildChannel(1, { name: 'Yoshlar' })] },
    })
    await open({ failure: 'outside_region' })
    await waitFor(() =>
      expect(offered('Открыты и за пределами Узбекистана')).toEqual([expect.stringContaining('Yoshlar')]),
    )
  })

  it('that is off the air offers its own category first, at most four, each with its current programme', async () => {
    const news = buildProgramme(9, { title: 'Новости' })
    const line = [
      buildChannel(1),
      buildChannel(2, { is_available: 0, category_id: 3 }),
      sport,
      buildChannel(3),
      buildChannel(4, { category_id: 3, now: news }),
      buildChannel(6),
      buildChannel(7),
    ]
    await open({ failure: 'not_available_now', line })
    expect(screen.getByRole('group', { name: 'Спорт сейчас не вещает' })).toBeTruthy()
    const rows = offered('А пока можно посмотреть').map((row) => /Канал \d/.exec(row ?? '')?.[0])
    expect(rows).toEqual(['Канал 4', 'Канал 1', 'Канал 3', 'Канал 6'])
    expect(screen.getByRole('link', { name: /Канал 4/ }).textContent).toContain('Новости')
  })

  it('[I18N-02] stays on Uzbek pages, and gives the reasons in Uzbek', async () => {
    await open({
      failure: 'not_subscribed',
      line: [buildChannel(1)],
      visit: { at: '/uz/channel/5', language: 'uz' },
    })
    expect(screen.getByRole('link', { name: /Канал 1/ }).getAttribute('href')).toBe('/uz/channel/1')
    expect(screen.queryByText('Открыты без подписки')).toBeNull()
  })
})

describe('[TV-08] a recording that is not available', () => {
  const before = buildProgramme(10, { title: 'Мультфильм', cid: 5, begin_time: nowSec - 10_800 })
  const missing = buildProgramme(11, { title: 'Матч', cid: 5, begin_time: nowSec - 7200, url: null })
  const after = buildProgramme(12, { title: 'Обзор', cid: 5, begin_time: nowSec - 3600 })

  it('shows why, and offers the neighbouring recordings and the live channel', async () => {
    const { user, onLive } = await open({
      failure: 'not_recorded',
      message: 'Эта передача не записалась',
      programmes: [before, missing, after],
      viewing: { kind: 'programme', pid: 11, offsetSec: 0 },
    })
    const gate = screen.getByRole('group', { name: 'Эта передача не записалась' })
    expect(gate.textContent).toContain('Матч')
    expect(offered('Есть записи рядом')).toEqual([
      expect.stringContaining('Мультфильм'),
      expect.stringContaining('Обзор'),
    ])
    await user.click(screen.getByRole('button', { name: 'Смотреть эфир' }))
    expect(onLive).toHaveBeenCalledTimes(1)
  })
})
