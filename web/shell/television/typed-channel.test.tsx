import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { digitsMs } from '#player/core/zapping/zapping.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { followRemote } from '#web/remote/arrows.ts'
import { typedDigits, useTypedDigits } from '#web/remote/typed-digits.ts'
import { TypedChannel } from './typed-channel.tsx'

const list = {
  channels: { item: [buildChannel(1, { number: 1 }), buildChannel(70, { number: 12, name: 'Двенадцатый' })] },
}
let server: SimulatedServer
const pressed = vi.fn()
beforeEach(() => {
  server = simulateServer()
  server.responds(channels.list, list)
  forgetResponses()
  pressed.mockClear()
})

/** As the shell mounts it. */
function WhileTyped() {
  return useTypedDigits() === '' ? null : <TypedChannel />
}

const nothing = () => undefined
let stop: () => void = nothing
beforeEach(() => {
  typedDigits.set('')
  stop = followRemote({
    ...{ pathname: () => '/movies', goTo: nothing, hasPages: () => true },
    ...{ askToLeave: nothing, playLastChannel: nothing },
  })
})
afterEach(() => stop())

async function open(children?: React.ReactNode) {
  await show(
    <>
      <a href="#card" onClick={pressed}>
        карточка
      </a>
      {children}
      <WhileTyped />
    </>,
    { television: true, as: viewer, at: '/movies' },
  )
  screen.getByRole('link').focus()
}

function press(key: string, on: Element = document.activeElement ?? document.body) {
  return fireEvent.keyDown(on, {
    key,
    keyCode: /^\d$/.test(key) ? 48 + Number(key) : key === 'Enter' ? 13 : 0,
  })
}

describe('[REMOTE-01] digits outside the player', () => {
  it('show the channel of the number, which OK opens without pressing the card', async () => {
    await open()
    press('1')
    press('2')
    await screen.findByText('Двенадцатый')
    expect(press('Enter')).toBe(false)
    expect(address()).toBe('/channel/70')
    expect(pressed).not.toHaveBeenCalled()
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('open the channel by themselves after a moment, also where the channels arrive later', async () => {
    const release = server.waits(channels.list, list)
    await open()
    press('0')
    press('1')
    await new Promise((resolve) => setTimeout(resolve, digitsMs + 100))
    expect(address()).toBe('/movies')
    expect(screen.getByRole('status').textContent).toBe('01')
    await act(async () => release())
    await waitFor(() => expect(address()).toBe('/channel/1'))
  })

  it('of no channel say so and leave the page; Back ends them', async () => {
    await open()
    press('9')
    await screen.findByText('Такого канала нет')
    press('GoBack')
    expect(screen.queryByRole('status')).toBeNull()
    press('8')
    await screen.findByText('Такого канала нет')
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
    expect(address()).toBe('/movies')
  })

  it('that are held are one digit', async () => {
    await open()
    press('1')
    for (let times = 0; times < 3; times++)
      fireEvent.keyDown(document.body, { key: '1', keyCode: 49, repeat: true })
    expect((await screen.findByRole('status')).textContent).toMatch(/^1(?!1)/)
  })

  it('are taken back by any other key before their card is loaded, and by Back without leaving the page', async () => {
    const goTo = vi.fn()
    stop()
    stop = followRemote({
      ...{ pathname: () => '/movies', goTo, hasPages: () => true },
      ...{ askToLeave: nothing, playLastChannel: nothing },
    })
    await show(<p>страница</p>, { television: true, as: viewer, at: '/movies' })
    for (const key of ['ArrowDown', 'Enter', 'GoBack']) {
      press('1', document.body)
      expect(typedDigits.get()).toBe('1')
      press(key, document.body)
      expect(typedDigits.get()).toBe('')
    }
    expect(goTo).not.toHaveBeenCalled()
    press('GoBack', document.body)
    expect(goTo).toHaveBeenCalled()
  })

  it('are left to a field, a dialog, the letters of the search and a player', async () => {
    await open(<input aria-label="поле" />)
    press('1', screen.getByRole('textbox'))
    expect(screen.queryByRole('status')).toBeNull()
    for (const markup of ['<dialog open></dialog>', '<div data-player></div>', '<div data-beside></div>']) {
      const other = document.createElement('div')
      other.innerHTML = markup
      document.body.append(other)
      press('1', document.body)
      expect(screen.queryByRole('status')).toBeNull()
      other.remove()
    }
    press('1', document.body)
    await screen.findByRole('status')
    expect(server.requests(channels.list)).toHaveLength(1)
  })
})
