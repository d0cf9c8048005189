import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeviceOf } from '#contract/accounts/devices.ts'
import { show, words } from '#tests/kit/dom/show.tsx'
import { DeviceChooser } from './device-chooser.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { DeviceLimit } from './device-limit.tsx'

const nowSec = 1_800_000_000
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
})

/** A television that was used an hour ago, in the network of the country. */
function device(own: Partial<DeviceOf> = {}): DeviceOf {
  return {
    device_id: 1,
    name: '',
    model: 'LG OLED',
    kind: 'tv',
    is_current: 0,
    is_tasix: 1,
    address: '',
    last_seen_at: nowSec - 3600,
    ...own,
  } as DeviceOf
}

describe('[ACC-09] a device of the account', () => {
  const facts = async (own: Partial<DeviceOf>) => {
    const { container } = await show(<DeviceFacts device={device(own)} />)
    return words(container)
  }

  it('has the name that its owner gave it, with the model beneath', async () => {
    expect(await facts({ name: 'Зал' })).toMatch(/^ЗалLG OLEDПоследний раз: /)
  })

  it('without a name has its model, once', async () => {
    expect(await facts({})).toMatch(/^LG OLEDПоследний раз: /)
  })

  it('without name and model is what it is', async () => {
    expect(await facts({ model: '' })).toMatch(/^ТелевизорПоследний раз: /)
  })

  it('that is used now says so', async () => {
    expect(await facts({ last_seen_at: nowSec - 60 })).toContain('В сети сейчас')
  })

  it('that one holds in the hand is marked, and in use whatever the server last heard', async () => {
    const text = await facts({ is_current: 1 })
    expect(text).toContain('Это устройство')
    expect(text).toContain('В сети сейчас')
  })

  it('says from where it was used, with the address where it is known', async () => {
    expect(await facts({ address: '84.54.70.1', is_tasix: 0 })).toContain('84.54.70.1 · вне сети Узбекистана')
  })
})

describe('[ACC-09] a device to be given up for a sixth', () => {
  const devices = [device(), device({ device_id: 2, name: 'Кухня' })]
  const onChoose = vi.fn()
  beforeEach(() => void onChoose.mockClear())

  it('is chosen by its name', async () => {
    const { user } = await show(<DeviceChooser devices={devices} onChoose={onChoose} busy={false} />)
    await user.click(screen.getByRole('button', { name: 'Отключить: Кухня' }))
    expect(onChoose.mock.calls).toEqual([[2]])
  })

  it('is the only one while it is being given up', async () => {
    const { user } = await show(<DeviceChooser devices={devices} onChoose={onChoose} busy />)
    await user.click(screen.getByRole('button', { name: 'Отключить: LG OLED' }))
    expect(onChoose).not.toHaveBeenCalled()
  })
})

describe('[ACC-09] the places for devices', () => {
  it('say how many are taken, of how many', async () => {
    const { container } = await show(<DeviceLimit taken={3} limit={5} />)
    expect(words(container)).toBe('Занято 3 из 5')
  })
})
