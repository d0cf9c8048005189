import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { remoteControl, type Television, type TelevisionState } from '#contract/playback/remote-control.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { ConsentQuestion } from './consent-question.tsx'
import { OnTelevision } from './on-television.tsx'
import { RemoteButton } from './remote-button.tsx'
import { RemoteConsents } from './remote-consents.tsx'
import { WatchOnTelevision } from './watch-on-television.tsx'
import { openRemote, televisions } from './televisions.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(remoteControl.send, { state: 'sent' })
  server.responds(remoteControl.report, {})
  server.responds(remoteControl.decide, {})
  televisions.set(null)
  openRemote.set(null)
})

const playing: NonNullable<TelevisionState['playing']> = {
  kind: 'film',
  id: 12,
  title: 'Ёлки',
  subtitle: '',
  position_sec: 61,
  duration_sec: 5400,
  is_paused: 1,
  audio: [
    { id: 'a1', name: '', language: 'ru', is_active: 1 },
    { id: 'a2', name: '', language: 'uz', is_active: 0 },
  ],
  subtitles: [{ id: 's1', name: '', language: 'uz', is_active: 0 }],
}

function television(more: Partial<Television> = {}): Television {
  return {
    device_id: 5,
    name: 'Телевизор в зале',
    model: 'LG, webOS',
    consent: 'allowed',
    state: { page: '/movie/12', search: '', playing },
    reported_at: 0,
    ...more,
  }
}

function shows(...list: readonly Television[]): void {
  // A new tag each time would cause the next request at once; the same tag is what a waiting server sends.
  server.responds(remoteControl.televisions, { tag: 'tag', televisions: list })
}

async function openSheet(more: Partial<Television> = {}) {
  shows(television(more))
  const page = await show(
    <>
      <RemoteButton />
      <Toaster />
    </>,
    { at: '/search', as: viewer },
  )
  await page.user.click(await screen.findByRole('button', { name: 'Пульт телевизора' }))
  const sheet = await screen.findByRole('dialog', { name: more.name ?? 'Телевизор в зале' })
  return { ...page, sheet: within(sheet) }
}

function sentCommands() {
  return server.requests(remoteControl.send).map(({ input }) => input['command'])
}

describe('[REMOTE-02] the remote on a phone', () => {
  it('is not shown while no television is on, and sends one request', async () => {
    shows()
    await show(<RemoteButton />, { at: '/search', as: viewer })
    await waitFor(() => expect(server.requests(remoteControl.televisions)).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Пульт телевизора' })).toBeNull()
  })

  it('shows what plays and sends its commands in order', async () => {
    const { sheet, user } = await openSheet()
    sheet.getByText('Ёлки')
    sheet.getByText('На паузе · 1:01 из 1:30:00')
    await user.click(sheet.getByRole('button', { name: 'Продолжить' }))
    await user.click(sheet.getByRole('button', { name: 'Вперёд на 10\u00a0секунд' }))
    await user.selectOptions(sheet.getByRole('combobox', { name: 'Звук' }), 'a2')
    await user.selectOptions(sheet.getByRole('combobox', { name: 'Субтитры' }), 's1')
    await user.click(sheet.getByRole('button', { name: 'Вверх' }))
    await user.click(sheet.getByRole('button', { name: 'ОК' }))
    await user.click(sheet.getByRole('button', { name: 'Назад' }))
    await waitFor(() =>
      expect(sentCommands()).toEqual([
        { kind: 'play' },
        { kind: 'seek', position_sec: 71 },
        { kind: 'audio', track_id: 'a2' },
        { kind: 'subtitles', track_id: 's1' },
        { kind: 'key', key: 'up' },
        { kind: 'key', key: 'ok' },
        { kind: 'key', key: 'back' },
      ]),
    )
    const sequences = server.requests(remoteControl.send).map(({ input }) => Number(input['sequence']))
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    expect(new Set(sequences).size).toBe(sequences.length)
  })

  it('types the search after a pause', async () => {
    const { sheet, user } = await openSheet()
    await user.type(sheet.getByRole('textbox', { name: 'Поиск на телевизоре' }), 'кот')
    await waitFor(() => expect(sentCommands()).toEqual([{ kind: 'search', text: 'кот' }]))
  })

  it('requests control first, and shows what to do at the television', async () => {
    server.responds(remoteControl.send, { state: 'asking' })
    const { sheet, user } = await openSheet({ consent: 'none', state: null })
    shows(television({ consent: 'asking', state: null }))
    await user.click(sheet.getByRole('button', { name: 'Подключиться' }))
    await sheet.findByText('Подтвердите на телевизоре')
    server.responds(remoteControl.send, { state: 'sent' })
    shows(television())
    await sheet.findByText('Ёлки')
    expect(sentCommands(), 'it only requested control').toHaveLength(1)
  })

  it('sends what was meant once the television has allowed it', async () => {
    shows(television({ consent: 'none', state: null }))
    server.responds(remoteControl.send, { state: 'asking' })
    const { user } = await show(
      <>
        <RemoteButton />
        <WatchOnTelevision path={() => '/movie/12'}>
          {({ label, press }) => (
            <button type="button" onClick={press}>
              {label}
            </button>
          )}
        </WatchOnTelevision>
      </>,
      { at: '/movie/12', as: viewer },
    )
    await user.click(await screen.findByRole('button', { name: 'Смотреть на телевизоре' }))
    await waitFor(() => expect(sentCommands()).toHaveLength(1))
    server.responds(remoteControl.send, { state: 'sent' })
    shows(television())
    await waitFor(() => expect(sentCommands()).toHaveLength(2))
  })

  it('shows why a command was not accepted', async () => {
    const { sheet, user } = await openSheet()
    server.rejects(remoteControl.send, { failure: 'television_off', message: 'Телевизор выключен' })
    await user.click(sheet.getByRole('button', { name: 'Выключить' }))
    await screen.findByText('Телевизор выключен')
  })

  it('opens a page there from here', async () => {
    shows(television())
    const page = await show(
      <>
        <RemoteButton />
        <WatchOnTelevision path={() => '/movie/12?watch=7'}>
          {({ label, press }) => (
            <button type="button" onClick={press}>
              {label}
            </button>
          )}
        </WatchOnTelevision>
      </>,
      { at: '/movie/12', as: viewer, language: 'uz' },
    )
    await page.user.click(await screen.findByRole('button', { name: 'Televizorda koʻrish' }))
    await waitFor(() => expect(sentCommands()).toEqual([{ kind: 'open', path: '/movie/12?watch=7' }]))
    await screen.findByRole('dialog', { name: 'Телевизор в зале' })
  })
})

const pixel = { device_id: 9, kind: 'phone', name: '', model: 'Pixel', requested_at: 1000 } as const

describe('[REMOTE-02] a television', () => {
  it('asks before a phone may control it', async () => {
    const shown = vi.fn<(isShown: boolean) => void>()
    const question = <ConsentQuestion controllers={[pixel]} onShown={shown} />
    const { user } = await show(question, { as: viewer, television: true })
    await screen.findByText('Телефон «Pixel» хочет управлять телевизором. Разрешить?')
    const allow = screen.getByRole('button', { name: 'Разрешить' })
    expect(document.activeElement).toBe(allow)
    await user.click(allow)
    await waitFor(() =>
      expect(server.requests(remoteControl.decide).map(({ input }) => input)).toEqual([
        { controller: 9, allow: 1 },
      ]),
    )
    expect(screen.queryByText(/хочет управлять/)).toBeNull()
    expect(shown.mock.calls).toEqual([[true], [false]])
  })

  it('asks again when a phone whose question was closed requests control again', async () => {
    const nothing = () => undefined
    const { rerender, user } = await show(<ConsentQuestion controllers={[pixel]} onShown={nothing} />, {
      as: viewer,
      television: true,
    })
    await screen.findByText(/хочет управлять/)
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByText(/хочет управлять/)).toBeNull())
    rerender(<ConsentQuestion controllers={[{ ...pixel, requested_at: 62_000 }]} onShown={nothing} />)
    await screen.findByText(/хочет управлять/)
  })

  it('executes a command once, confirms it and reports what it shows', async () => {
    let polls = 0
    server.respondsBy(remoteControl.commands, () => {
      polls += 1
      const command = { kind: 'search', text: 'кот' } as const
      return { commands: polls < 3 ? [{ id: 4, command }] : [], asking: [] }
    })
    const navigated = vi.spyOn(history, 'pushState')
    await show(<OnTelevision />, { at: '/movies', as: viewer, television: true })
    await waitFor(() => expect(address()).toBe(`/search?q=${encodeURIComponent('кот')}`))
    await waitFor(() => expect(server.requests(remoteControl.commands).length).toBeGreaterThan(2))
    const [first, second] = server.requests(remoteControl.commands)
    expect([first?.input, second?.input]).toEqual([{ is_start: '1' }, { is_start: '0', done: '4' }])
    expect(navigated).toHaveBeenCalledTimes(1)
    await waitFor(() => {
      const last = server.requests(remoteControl.report).at(-1)
      expect(last?.input).toMatchObject({
        is_on: 1,
        state: { page: '/search', search: 'кот', playing: null },
      })
    })
  })

  it('does not poll while the page is hidden', async () => {
    server.responds(remoteControl.commands, { commands: [], asking: [] })
    await show(<OnTelevision />, { at: '/movies', as: viewer, television: true })
    await waitFor(() => expect(server.requests(remoteControl.report)).toHaveLength(1))
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() =>
      expect(server.requests(remoteControl.report).at(-1)?.input).toEqual({ is_on: 0, state: null }),
    )
    visibility.mockRestore()
  })
})

describe('[REMOTE-02] the page of devices', () => {
  it('revokes a permission', async () => {
    const consents = [{ tv: 5, controller: 9, is_allowed: 1 }] as const
    server.responds(remoteControl.consents, { consents })
    server.responds(remoteControl.revoke, {})
    server.responds(devices.list, {})
    const list = [
      { ...device, device_id: 5, name: 'Телевизор в зале' },
      { ...device, ...pixel },
    ]
    const { user } = await show(<RemoteConsents devices={list} />, { at: '/cabinet/devices', as: viewer })
    await screen.findByText('Pixel: может управлять, Телевизор в зале')
    await user.click(screen.getByRole('button', { name: 'Запретить управление: Pixel, Телевизор в зале' }))
    await waitFor(() => expect(screen.queryByText(/может управлять/)).toBeNull())
    expect(server.requests(remoteControl.revoke)[0]?.input).toEqual({ tv: 5, controller: 9 })
  })
})

const device = {
  device_id: 1,
  kind: 'tv',
  name: '',
  model: '',
  place: 1,
  first_seen_at: 0,
  last_seen_at: 0,
  address: '',
  is_tasix: 1,
  is_current: 0,
} as const
