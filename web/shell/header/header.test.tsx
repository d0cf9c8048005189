import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { Header } from './header.tsx'

describe('[SHELL-03] the header', () => {
  it('links to every section and marks the current one', async () => {
    simulateServer()
    const { user } = await show(<Header />, { at: '/tv' })
    const sections = within(screen.getByRole('navigation', { name: 'Разделы' }))
    expect(sections.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/',
      '/tv',
      '/movies',
      '/serials',
      '/kids',
      '/uzb',
    ])
    expect(sections.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/tv')
    await user.click(sections.getAllByRole('link')[3] as HTMLElement)
    expect(address()).toBe('/serials')
    expect(sections.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/serials')
  })

  it('[SHELL-05] sends a guest to the login and back to the page, a viewer to the cabinet', async () => {
    simulateServer()
    const { user, router } = await show(<Header />, { at: '/kids?genre=7' })
    await user.click(screen.getByRole('link', { name: 'Войти' }))
    expect(address()).toBe('/login')
    expect(router.get().location.state).toEqual({ from: '/kids?genre=7' })
  })

  it('shows the links for viewers to viewers only', async () => {
    simulateServer()
    const guest = await show(<Header />)
    expect(screen.queryByRole('link', { name: 'Моё' })).toBeNull()
    guest.unmount()
    await show(<Header />, { as: viewer })
    expect(screen.getByRole('link', { name: 'Моё' }).getAttribute('href')).toBe('/my/favorites')
    expect(screen.getByRole('link', { name: 'Кабинет' }).getAttribute('href')).toBe('/cabinet')
  })
})
