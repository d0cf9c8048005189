import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountCity } from '#contract/accounts/city.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { CityCard } from './city-card.tsx'

const cities = [
  { city_id: 14, region_id: 0, name: 'Ташкент' },
  { city_id: 8, region_id: 0, name: 'Самаркандская область' },
  { city_id: 241, region_id: 8, name: 'Самарканд' },
]
let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(accountCity.show, { city_id: 0, is_suggested: 0, cities })
  server.respondsBy(accountCity.save, ({ city_id: cityId }) => ({
    ...{ city_id: Number(cityId), is_suggested: 0 as const },
  }))
})

const saved = () => server.requests(accountCity.save).map(({ input }) => input['city_id'])
const cityField = () => screen.queryByRole('combobox', { name: 'Город или район' })

describe('[MSG-01] the city in the cabinet', () => {
  it('is said by region and city, and taken back', async () => {
    const { user } = await show(<CityCard />, { as: viewer })
    const region = await screen.findByRole('combobox', { name: 'Область' })
    screen.getByText(/Необязательно/)
    expect(cityField()).toBeNull()
    await user.selectOptions(region, 'Самаркандская область')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Город или район' }), 'Самарканд')
    await user.selectOptions(region, 'Не указан')
    expect(cityField()).toBeNull()
    expect(saved()).toEqual([8, 241, 0])
  })

  it('says where it is a suggestion of the network, and needs no city of a region without any', async () => {
    server.responds(accountCity.show, { city_id: 14, is_suggested: 1, cities })
    await show(<CityCard />, { as: viewer })
    await screen.findByText(/подсказывает сеть/)
    expect(await screen.findByRole('combobox', { name: 'Область' })).toHaveProperty('value', '14')
    expect(cityField()).toBeNull()
  })

  it('returns to what it was when it does not reach the server', async () => {
    const { user } = await show(<CityCard />, { as: viewer })
    const region = await screen.findByRole('combobox', { name: 'Область' })
    server.isLost(accountCity.save)
    await user.selectOptions(region, 'Ташкент')
    await expect.poll(() => (region as HTMLSelectElement).value).toBe('0')
  })
})
