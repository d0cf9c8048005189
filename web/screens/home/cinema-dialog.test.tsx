import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Cinema } from '#contract/films/cinemas.ts'
import { show, words } from '#tests/kit/dom/show.tsx'
import { CinemaDialog } from './rails/cinema-dialog.tsx'

/** Friday, 13:00 in Tashkent. */
const nowSec = 1_800_000_000
const hour = 3600

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 }))

function cinema(own: Partial<Cinema> = {}): Cinema {
  return {
    ...{ id: 1, name: 'Алишер Навои', city: 'Ташкент', address: 'ул. Шарафа Рашидова, 1' },
    ...{ phone: '+998 (71) 200-00-00', site: 'https://www.cinema.test/', image: '' },
    showings: [
      {
        ...{ vid: 7, name: 'Летят журавли', poster: '', age_rating: '12+' },
        times: [nowSec - hour, nowSec + 2 * hour, nowSec + 26 * hour],
      },
      { vid: null, name: 'Новинка', poster: '', age_rating: '', times: [nowSec + 25 * hour] },
    ],
    ...own,
  }
}

const open = (own: Partial<Cinema> = {}, visit: Parameters<typeof show>[1] = {}) =>
  show(<CinemaDialog cinema={cinema(own)} onClose={() => undefined} />, visit)
const dialog = () => within(screen.getByRole('dialog', { name: 'Алишер Навои' }))
const shown = () =>
  dialog()
    .queryAllByRole('article')
    .map((one) => words(one))

describe('[HOME-01] a cinema', () => {
  it('has an address, a phone number to call and a site that opens in a new tab', async () => {
    await open()
    expect(dialog().getByText('Ташкент, ул. Шарафа Рашидова, 1')).toBeTruthy()
    const phone = dialog().getByRole('link', { name: '+998 (71) 200-00-00' })
    expect(phone.getAttribute('href')).toBe('tel:+998712000000')
    const site = dialog().getByRole('link', { name: 'cinema.test' })
    expect(site.getAttribute('target')).toBe('_blank')
    expect(site.getAttribute('rel')).toContain('noopener')
  })

  it('leaves out what is missing, and an invalid site', async () => {
    await open({ city: '', address: '', phone: '', site: 'javascript:alert(1)' })
    expect(dialog().queryByText('Адрес')).toBeNull()
    expect(dialog().queryByText('Телефон')).toBeNull()
    expect(dialog().queryByText('Сайт')).toBeNull()
  })

  it("shows today's showings that have not started, and another day when it is chosen", async () => {
    const { user } = await open()
    expect(shown()).toEqual(['Летят журавли · 12+15:00'])
    const tomorrow = dialog().getByRole('button', { name: 'сб 16' })
    await user.click(tomorrow)
    expect(tomorrow.getAttribute('aria-pressed')).toBe('true')
    expect(shown()).toEqual(['Летят журавли · 12+15:00', 'Новинка14:00'])
  })

  it('links to the page of a title that is in the catalogue, and to no other', async () => {
    const { user } = await open()
    await user.click(dialog().getByRole('button', { name: 'сб 16' }))
    expect(
      dialog()
        .getByRole('link', { name: /Летят журавли/ })
        .getAttribute('href'),
    ).toBe('/movie/7')
    expect(dialog().queryByRole('link', { name: /Новинка/ })).toBeNull()
  })

  it('lets a remote control focus titles without a link, to scroll to them', async () => {
    const only = [{ vid: null, name: 'Новинка', poster: '', age_rating: '', times: [nowSec + hour] }]
    const page = await open({ showings: only }, { television: true })
    expect(dialog().getByRole('article').tabIndex).toBe(0)
    page.unmount()
    await open({ showings: only })
    expect(dialog().getByRole('article').hasAttribute('tabindex')).toBe(false)
  })

  it('shows a message when there are no showings', async () => {
    await open({ showings: [] })
    expect(dialog().getByText('Расписание пока не объявлено')).toBeTruthy()
    expect(dialog().queryByRole('group', { name: 'День' })).toBeNull()
  })
})
