import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { promotions } from '#contract/billing/promotions.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { channels } from '#contract/channels/channels.ts'
import { stills } from '#contract/channels/stills.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { watchLimitFailures } from '#contract/form/profile-failures.ts'
import { site } from '#contract/site/site.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { RequestedPayment } from '#tests/kit/dom/requested-payment.tsx'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { plainLook, sportLook } from '#tests/kit/dom/tariff-look.ts'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { closePayment } from '#web/payment/flow/open-payment.ts'
import { setSavingMode } from '#web/state/data-saver.ts'
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
  readonly isGuest?: boolean
  readonly visit?: Parameters<typeof show>[1]
  readonly channel?: Channel
}

/** The page of the channel Sport, for which the server has rejected playback. */
async function open(refused: Refused) {
  const {
    failure,
    message = '',
    details,
    line = [],
    programmes = [],
    visit,
    isGuest = false,
    channel = sport,
  } = refused
  const [onLive, retry, onRefusal] = [vi.fn(), vi.fn(), vi.fn()]
  const page = await show(
    <>
      <RefusalReason
        refusal={{ kind: 'refused', failure, message, details }}
        playback={{ retry } as never}
        channel={channel}
        line={line}
        programmes={programmes}
        viewing={{ viewing: refused.viewing ?? { kind: 'live' } } as never}
        onLive={onLive}
        onRefusal={onRefusal}
      />
      <RequestedPayment />
    </>,
    { at: '/channel/5', ...(isGuest ? {} : { as: viewer }), ...visit },
  )
  await waitFor(() => expect(onRefusal).toHaveBeenCalledTimes(1))
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

function offersFreeDays(own: { readonly is_used?: 0 | 1; readonly tariff_id?: number } = {}) {
  server.responds(promotions.offers, {
    promotions: { item: [{ kind: 'free_days', tariff_id: 3, days: 10, price: 0, is_used: 0, ...own }] },
  })
  const sub_tariffs = [{ price: 50_000, days: 30 }]
  server.responds(subscriptions.tariffs, {
    tariffs: {
      item: [3, 9].map((tariff_id) => ({
        ...{ tariff_id, name_ru: 'Полный', is_base: 1 as const, state: 'off' as const, sub_tariffs },
      })),
    },
  })
  server.responds(promotions.take, { balance: 0, paid_until: nowSec + 864_000 })
}

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

  it('[GUEST-01] offers a guest the channels that play without a login', async () => {
    const line = [sport, buildChannel(1, { name: 'Yoshlar' }), buildChannel(2, { is_available: 0 })]
    await open({ failure: 'login_needed', line, isGuest: true })
    expect(offered('Открыты без входа')).toEqual([expect.stringContaining('Yoshlar')])
  })

  it('[GUEST-01] says that a network is full, and that a login helps', async () => {
    await open({
      failure: 'guest_streams_full',
      message: 'Из вашей сети смотрят слишком многие',
      isGuest: true,
    })
    expect(screen.getByText('Из вашей сети смотрят слишком многие')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Войти' })).toBeTruthy()
  })

  it('names the tariffs that include it with their prices, and buys the one that is pressed', async () => {
    const item = [
      { tariff_id: 2, name: 'Семейный', price: 30_000, description: '', look: plainLook },
      { tariff_id: 3, name: 'Полный', price: 50_000, description: 'Для всех', look: sportLook },
    ]
    const { user } = await open({ failure: 'not_subscribed', details: { tariffs: { item } } })
    expect(screen.getByText('Канал «Спорт» входит в подписку.')).toBeTruthy()
    expect(offered('Другие тарифы с этим каналом')).toHaveLength(1)
    const full = screen.getByRole('button', { name: /^Полный\s*Для всех\s*50\s000\sсум$/ })
    expect(full.querySelector('path')?.getAttribute('d')).toBe(sportLook.glyph)
    await user.click(full)
    expect(screen.getByText('{"kind":"tariff","tariffId":3}')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Подключить «Семейный» за 30\s000\sсум$/ }))
    expect(screen.getByText('{"kind":"tariff","tariffId":2}')).toBeTruthy()
  })

  it('[PROMO-02] offers the free days first where they open it, and begins them after saying what follows', async () => {
    offersFreeDays()
    const details = {
      tariffs: { item: [{ tariff_id: 3, name: 'Полный', price: 50_000, description: '', look: plainLook }] },
    }
    const { user, retry } = await open({ failure: 'not_subscribed', details, visit: { as: viewer } })
    await user.click(await screen.findByRole('button', { name: '10 дней бесплатно' }))
    expect(words(screen.getByRole('group'))).toContain(
      'Канал «Спорт» входит в подписку. «Полный» 10 дней бесплатно, потом 50 000 сум за 1 месяц.',
    )
    expect(words(screen.getByRole('dialog'))).toContain(
      'Потом тариф продлевается сам: 50 000 сум за 1 месяц.',
    )
    expect(server.requests(promotions.take)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Подключить' }))
    await waitFor(() => expect(retry).toHaveBeenCalledTimes(1))
    expect(server.requests(promotions.take)).toMatchObject([{ input: { kind: 'free_days' } }])
  })

  it('[PROMO-02] offers the free days of a tariff that the list of many does not reach', async () => {
    offersFreeDays()
    const item = [11, 12, 13, 14, 15, 3].map((tariff_id) => ({
      ...{ tariff_id, name: `Тариф ${tariff_id}`, price: 30_000, description: '', look: plainLook },
    }))
    await open({ failure: 'not_subscribed', details: { tariffs: { item } }, visit: { as: viewer } })
    await screen.findByRole('button', { name: '10 дней бесплатно' })
    expect(offered('Тарифы с этим каналом')).toHaveLength(2)
  })

  it.each([
    ['were taken before', { is_used: 1 }],
    ['are of a tariff without this channel', { tariff_id: 9 }],
  ] as const)('[PROMO-02] offers no free days that %s', async (_, offer) => {
    offersFreeDays(offer)
    const details = {
      tariffs: { item: [{ tariff_id: 3, name: 'Полный', price: 50_000, description: '', look: plainLook }] },
    }
    await open({ failure: 'not_subscribed', details, visit: { as: viewer } })
    await waitFor(() => expect(server.requests(promotions.offers)).toHaveLength(1))
    await screen.findByRole('button', { name: /^Подключить «Полный»/ })
    expect(screen.queryByRole('button', { name: /бесплатно/ })).toBeNull()
  })

  it('[PROMO-02] tells a guest of the free days of new subscribers, which begin with the registration', async () => {
    server.responds(site.tariffs, [
      { tariff_id: 3, name_ru: 'Полный', free_days: 10, sub_tariffs: [{ price: 50_000, days: 30 }] },
    ])
    await open({ failure: 'login_needed', isGuest: true })
    const begin = await screen.findByRole('link', { name: '10 дней бесплатно' })
    expect(begin.getAttribute('href')).toBe('/login?step=register')
    expect(
      screen.getByText(/^Новым абонентам «Полный» 10 дней бесплатно, потом 50\s000\sсум за 1 месяц\.$/),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Войти' })).toBeTruthy()
  })

  it('does not list channels of a paid tariff as open without a subscription, nor social ones', async () => {
    const line = [
      sport,
      buildChannel(1, { name: 'Кино' }),
      buildChannel(2, { name: 'Oʻzbekiston', is_social: 1 }),
      buildChannel(3, { name: 'Chorsu' }),
    ]
    const toGuests = line.map((one) => ({ ...one, is_available: one.id === 3 ? (1 as const) : (0 as const) }))
    server.responds(channels.publicList, { channels: { item: toGuests } })
    server.responds(accounts.info, { subscriptions: { item: [{ tariff_id: 2, state: 'active' }] } })
    await open({ failure: 'not_subscribed', line, visit: { as: viewer } })
    await screen.findByText('Открыты без подписки')
    expect(offered('Открыты без подписки')).toEqual([expect.stringContaining('Chorsu')])
  })

  it('lists what plays while the tariff of its viewer is suspended', async () => {
    const line = [sport, buildChannel(2, { name: 'Oʻzbekiston', is_social: 1 })]
    server.responds(accounts.info, { subscriptions: { item: [{ tariff_id: 2, state: 'suspended' }] } })
    await open({ failure: 'not_subscribed', line, visit: { as: viewer } })
    await screen.findByText('Открыты без подписки')
    expect(offered('Открыты без подписки')).toEqual([expect.stringContaining('Oʻzbekiston')])
  })

  it('links to all tariffs where none is named, and offers the open channels meanwhile', async () => {
    const line = [sport, buildChannel(1, { name: 'Yoshlar' }), buildChannel(2, { is_available: 0 })]
    server.responds(accounts.info, { subscriptions: { item: [] } })
    await open({ failure: 'not_subscribed', line, visit: { as: viewer } })
    await screen.findByText('Открыты без подписки')
    expect(screen.getByText(/^Канал «Спорт» входит в подписку: выберите тариф/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Выбрать тариф' }).getAttribute('href')).toBe('/tariff')
    expect(offered('Открыты без подписки')).toEqual([expect.stringContaining('Yoshlar')])
  })

  it('when money is missing offers the top-up and the channels that can still be played', async () => {
    const line = [sport, buildChannel(1, { name: 'Oʻzbekiston', is_social: 1 }), buildChannel(2)]
    const { user } = await open({
      ...{ failure: 'account_suspended', message: 'Не хватает 5 000 сум', details: { missing: 5000 }, line },
      visit: { as: viewer },
    })
    expect(words(screen.getByRole('group'))).toContain('На балансе не хватает 5 000 сум.')
    expect(offered('Эти каналы показываем и сейчас')).toEqual([expect.stringContaining('Oʻzbekiston')])
    await user.click(screen.getByRole('button', { name: /^Пополнить на 5\s000\sсум$/ }))
    expect(screen.getByText('{"kind":"top_up","amount":5000}')).toBeTruthy()
  })

  it('for a blocked account shows why and whom to call', async () => {
    server.responds(site.about, {
      ...{ company: 'Ekran', support_phone: '+998 (71) 200-00-00' },
      ...{ name_ru: 'Ekran', name_uz: 'Ekran', logo: '' },
    })
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
    server.responds(accounts.info, { subscriptions: { item: [] } })
    await open({
      failure: 'not_subscribed',
      line: [buildChannel(1)],
      visit: { at: '/uz/channel/5', language: 'uz', as: viewer },
    })
    await screen.findByRole('link', { name: /Канал 1/ })
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
    expect(offered('Записи соседних передач')).toEqual([
      expect.stringContaining('Мультфильм'),
      expect.stringContaining('Обзор'),
    ])
    await user.click(screen.getByRole('button', { name: 'Смотреть эфир' }))
    expect(onLive).toHaveBeenCalledTimes(1)
  })
})

describe('[PROF-02] a channel that this profile may not watch', () => {
  const titleOf: Partial<Record<FailureCode, string>> = {
    watch_hours_over: 'Профиль сейчас закрыт',
    watch_minutes_over: 'Время вышло',
  }
  it.each(watchLimitFailures)('%s leads to another profile, and not to what is refused', async (failure) => {
    await open({ failure, message: 'Это для старших' })
    const gate = await screen.findByRole('group', { name: titleOf[failure] ?? 'Не для этого профиля' })
    expect(gate.textContent).toContain('Это для старших')
    expect(within(gate).getByRole('link', { name: 'Сменить профиль' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Смотреть эфир' })).toBeNull()
    const byPin = ['above_age_limit', 'channel_not_chosen'].includes(failure)
    expect(within(gate).queryByRole('button', { name: 'Открыть с PIN' }) !== null).toBe(byPin)
  })

  it('[PROF-01] leads to choosing a profile where that of this device was removed', async () => {
    await open({ failure: 'profile_not_found', message: 'Такого профиля уже нет. Выберите другой' })
    const gate = await screen.findByRole('group', { name: 'Профиль удалён' })
    expect(gate.textContent).toContain('Такого профиля уже нет. Выберите другой')
    expect(within(gate).getByRole('link', { name: 'Выбрать профиль' }).getAttribute('href')).toBe('/profiles')
    expect(screen.queryByRole('button', { name: 'Смотреть эфир' })).toBeNull()
  })
})

describe('[ALIVE-01] behind the card of a refusal', () => {
  let loading: HTMLImageElement[] = []
  beforeEach(() => {
    loading = []
    vi.stubGlobal('IntersectionObserver', undefined)
    const create = document.createElement.bind(document)
    vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
      const made = create(name)
      if (name === 'img') loading.push(made as HTMLImageElement)
      return made
    })
    server.respondsBy(stills.newest, ({ cids }) => ({
      every_sec: 20,
      stills: String(cids)
        .split(',')
        .map((cid) => ({ cid: Number(cid), at: nowSec, url: `/stills/${cid}.webp` })),
    }))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    localStorage.clear()
  })

  const still = (cid: number) => loading.find((image) => image.getAttribute('src') === `/stills/${cid}.webp`)
  const logoOf = (container: HTMLElement) => container.querySelector('img[src="/logo.webp"]')
  const channelOf = (id: number, own: Partial<Channel> = {}) =>
    buildChannel(id, { name: 'Спорт', is_available: 0, logo: '/logo.webp', ...own })

  it('is what the channel shows now, in place of its logo', async () => {
    const { container } = await open({ failure: 'account_suspended', channel: channelOf(51) })
    expect(logoOf(container), 'until there is a still').not.toBeNull()
    await waitFor(() => expect(still(51)).toBeDefined())
    still(51)?.dispatchEvent(new Event('load'))
    const frame = container.querySelector('[data-still]')
    expect(frame?.contains(still(51) ?? null)).toBe(true)
    // The style sheet takes away the logo that follows a still.
    expect(frame?.nextElementSibling).toBe(logoOf(container))
    expect(frame?.closest('[aria-hidden=true]')).not.toBeNull()
  })

  it.each([
    ['the profile may not watch it', 52, { failure: 'above_age_limit', message: 'Это для старших' }, {}],
    ['the channel is above the limit of the profile', 53, { failure: 'not_subscribed' }, { is_locked: 1 }],
    ['data is saved', 54, { failure: 'account_suspended' }, {}],
    ['it is a radio', 55, { failure: 'account_suspended' }, { is_radio: 1 }],
  ] as const)('is the logo alone where %s', async (_name, cid, refused, own) => {
    if (cid === 54) setSavingMode('always')
    const { container } = await open({ ...refused, channel: channelOf(cid, own) })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(logoOf(container)).not.toBeNull()
    expect(server.requests(stills.newest)).toEqual([])
    setSavingMode('never')
  })
})
