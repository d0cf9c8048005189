import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { buildTileProgramme, type PlannedProgramme } from '#tests/kit/dom/planned-guide.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import type { Piece } from './model/guide-store.ts'
import { ProgrammeDialog } from './programme-dialog.tsx'

/** Friday, 13:00 in Tashkent. */
const nowSec = 1_800_000_000
const yoshlar = buildChannel(1, { name: 'Yoshlar' })

let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(channels.programmes, { programs: { item: [] } })
})

function pieceOf(planned: PlannedProgramme): Piece {
  const programme = buildTileProgramme(nowSec, planned)
  const { begin_time: beginSec, end_time: endSec } = programme
  return { kind: 'programme', key: String(programme.pid), beginSec, endSec, programme }
}

const news = { pid: 7, title: 'Новости', isRecorded: true }
const onAir = pieceOf({ ...news, from: -1, to: 0.5 })
const recorded = pieceOf({ ...news, from: -3, to: -2 })

async function open(piece: Piece, own: Parameters<typeof show>[1] = {}, channel = yoshlar) {
  const onClose = vi.fn()
  const page = await show(<ProgrammeDialog chosen={{ channel, piece }} onClose={onClose} />, {
    at: '/tv?view=guide',
    as: viewer,
    ...own,
  })
  return { ...page, onClose }
}

const dialog = (name = 'Новости') => screen.getByRole('dialog', { name })
const way = (name: string) => within(dialog()).queryByRole('link', { name })?.getAttribute('href')

describe('[GUIDE-02] the details of a programme', () => {
  it('for the current one show how much is left, with links to it and to its beginning', async () => {
    await open(onAir)
    expect(words(dialog())).toContain('12:00–13:30')
    expect(words(dialog())).toContain('Сейчас в эфире, осталось 30 мин')
    expect(way('Смотреть')).toBe('/channel/1')
    expect(way('С начала')).toBe('/tvArchive/1/7')
  })

  it('[GUIDE-05] for the current one offer no start over where none of it is recorded', async () => {
    await open(pieceOf({ ...news, from: -1, to: 0.5, isRecorded: false }))
    expect(way('Смотреть')).toBe('/channel/1')
    expect(way('С начала')).toBeUndefined()
  })

  it('[GUIDE-04] of a recording link to it', async () => {
    await open(recorded)
    expect(words(dialog())).toContain('Есть запись, её можно посмотреть целиком')
    expect(way('Смотреть запись')).toBe('/tvArchive/1/7')
  })

  it('of one that was not recorded show that, and offer nothing', async () => {
    await open(pieceOf({ ...news, from: -3, to: -2, isRecorded: false }))
    expect(words(dialog())).toContain('Эта передача не записана')
    expect(within(dialog()).queryByRole('link', { name: /Смотреть/ })).toBeNull()
  })

  it.each([
    [2, 'Начнётся 15:00'],
    [24, 'Начнётся суббота, 16 января, 13:00'],
  ])('of one that starts in %i hours show when that is', async (from, said) => {
    await open(pieceOf({ ...news, from, to: from + 1, isRecorded: false }))
    expect(words(dialog())).toContain(said)
    expect(within(dialog()).queryByRole('link', { name: /Смотреть/ })).toBeNull()
  })

  it('have the description, the season and the age rating, which the grid does not load', async () => {
    const described = buildProgramme(7, { description: 'Итоги дня.', category: 'Информация' })
    server.responds(channels.programmes, {
      programs: {
        item: [buildProgramme(6, { description: 'Не та.' }), { ...described, season: 2, episode: 5 }],
      },
    })
    const programme = { ...onAir.programme, age_rating: '16+' } as NonNullable<Piece['programme']>
    await open({ ...onAir, programme })
    await screen.findByText('Итоги дня.')
    expect(words(dialog())).toMatch(/16\+.*Информация/)
    expect(words(dialog())).toMatch(/езон 2.*ери.* 5/)
    expect(screen.queryByText('Не та.')).toBeNull()
  })

  it('are shown without a description that failed to load', async () => {
    server.isLost(channels.programmes)
    await open(onAir)
    await waitFor(() => expect(server.requests(channels.programmes)).not.toEqual([]))
    expect(way('Смотреть')).toBe('/channel/1')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('start with the focus on the first action, not on closing', async () => {
    await open(onAir)
    expect(within(dialog()).getByRole('link', { name: 'Смотреть' }).hasAttribute('autofocus')).toBe(true)
  })

  it('are replaced by the whole day of the channel on request', async () => {
    const { user, onClose } = await open(onAir)
    await user.click(screen.getByRole('button', { name: 'Программа канала' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('dialog', { name: 'Программа канала «Yoshlar»' })).toBeTruthy()
    await screen.findByText('На этот день программы нет')
  })
})

describe('[TV-08] the details of a programme this viewer may not watch', () => {
  it('send a guest to the login, and from there to the programme', async () => {
    const { user } = await open(recorded, { as: undefined } as never)
    await user.click(screen.getByRole('link', { name: 'Войти и смотреть' }))
    expect(address()).toBe('/login')
    expect((history.state as { state: unknown }).state).toEqual({ from: '/tvArchive/1/7' })
  })

  it('show that the channel needs a subscription, with a link to buy it', async () => {
    await open(onAir, {}, { ...yoshlar, is_available: 0 })
    expect(words(dialog())).toContain('Недоступно без подписки')
    expect(way('Смотреть')).toBe('/channel/1')
  })

  it('[I18N-02] stay in Uzbek', async () => {
    await open(recorded, { at: '/uz/tv?view=guide', language: 'uz' })
    const ways = within(dialog()).getAllByRole('link')
    expect(ways.map((one) => one.getAttribute('href'))).toEqual(['/uz/tvArchive/1/7', '/uz/channel/1'])
    expect(words(dialog())).not.toMatch(/запись|Программа/)
  })
})
