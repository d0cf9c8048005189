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

/** A television last used an hour ago, in the national network. */
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

  it('shows the name its owner gave it, with the model below', async () => {
    expect(await facts({ name: 'Зал' })).toMatch(/^ЗалLG OLEDПоследний раз: /)
  })

  it('shows its model once when it has no name', async () => {
    expect(await facts({})).toMatch(/^LG OLEDПоследний раз: /)
  })

  it('shows the kind of device when it has no name and no model', async () => {
    expect(await facts({ model: '' })).toMatch(/^ТелевизорПоследний раз: /)
  })

  it('shows that it is in use now', async () => {
    expect(await facts({ last_seen_at: nowSec - 60 })).toContain('В сети сейчас')
  })

  it('is marked when it is this device, and shown as in use whatever the server last stored', async () => {
    const text = await facts({ is_current: 1 })
    expect(text).toContain('Это устройство')
    expect(text).toContain('В сети сейчас')
  })

  it('shows where it was last used, with the address where that is stored', async () => {
    expect(await facts({ address: '84.54.70.1', is_tasix: 0 })).toContain('84.54.70.1 · вне сети Узбекистана')
  })
})

describe('[ACC-09] a device to remove for a sixth login', () => {
  const devices = [device(), device({ device_id: 2, name: 'Кухня' })]
  const onChoose = vi.fn()
  beforeEach(() => void onChoose.mockClear())

  it('is chosen by its name', async () => {
    const { user } = await show(<DeviceChooser devices={devices} onChoose={onChoose} busy={false} />)
    await user.click(screen.getByRole('button', { name: 'Отключить: Кухня' }))
    expect(onChoose.mock.calls).toEqual([[2]])
  })

  it('is the only one that can be chosen while it is being removed', async () => {
    const { user } = await show(<DeviceChooser devices={devices} onChoose={onChoose} busy />)
    await user.click(screen.getByRole('button', { name: 'Отключить: LG OLED' }))
    expect(onChoose).not.toHaveBeenCalled()
  })
})

describe('[ACC-09] the device limit', () => {
  it('shows how many devices are in use, and the maximum', async () => {
    const { container } = await show(<DeviceLimit taken={3} limit={5} />)
    expect(words(container)).toBe('Занято 3 из 5')
  })
})
