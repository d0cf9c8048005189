import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { lazyScreen } from './lazy-screen.tsx'

const Hello = ({ name }: { readonly name: string }) => <p>Hello {name}</p>

it('shows a screen when its code has been loaded, and at once after that', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Hello }))
  const Screen = lazyScreen(load)
  const { unmount } = render(<Screen name="Aziza" />)
  expect(screen.queryByText('Hello Aziza')).toBeNull()
  await screen.findByText('Hello Aziza')
  unmount()
  render(<Screen name="Bobur" />)
  screen.getByText('Hello Bobur')
  expect(load).toHaveBeenCalledTimes(1)
})

it('needs no wait when its code was loaded before', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Hello }))
  const Screen = lazyScreen(load)
  Screen.preload()
  await Promise.resolve()
  await Promise.resolve()
  render(<Screen name="Aziza" />)
  screen.getByText('Hello Aziza')
})

it('loads again after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi
    .fn(() => Promise.resolve({ default: Hello }))
    .mockImplementationOnce(() => Promise.reject(new Error('the network is gone')))
  const Screen = lazyScreen(load)
  Screen.preload()
  await Promise.resolve()
  await Promise.resolve()
  render(<Screen name="Aziza" />)
  await screen.findByText('Hello Aziza')
  expect(load).toHaveBeenCalledTimes(2)
})
