import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '#tests/kit/dom/show.tsx'
import { simulateView, type SimulatedView } from '#tests/kit/dom/simulated-view.ts'
import { useNearScreen } from './near-screen.ts'
import { Rail } from './rail.tsx'

let view: SimulatedView
beforeEach(() => {
  view = simulateView()
})

function Films({ count, to }: { readonly count: number; readonly to?: string }) {
  return (
    <Rail title="Новинки" to={to}>
      {Array.from({ length: count }, (_, index) => (
        <a key={index} href={`/movie/${index + 1}`}>
          film {index + 1}
        </a>
      ))}
    </Rail>
  )
}

const track = () => screen.getByRole('list')
const cards = () => within(track()).queryAllByRole('listitem')
const arrow = (title: string) => screen.queryByTitle<HTMLButtonElement>(title)

describe('[HOME-01] a rail', () => {
  it('is a region named by its title, which links to the whole list where there is one', async () => {
    const { unmount } = await show(<Films count={3} to="/movies" />)
    const region = screen.getByRole('region', { name: 'Новинки' })
    expect(within(region).getByRole('link', { name: 'Новинки' }).getAttribute('href')).toBe('/movies')
    unmount()
    await show(<Films count={3} />)
    expect(screen.queryByRole('link', { name: 'Новинки' })).toBeNull()
  })

  it('renders its visible part first, and all of it when the viewer interacts with it', async () => {
    await show(<Films count={30} />)
    expect(cards()).toHaveLength(9)
    act(() => screen.getByRole('link', { name: 'film 1' }).focus())
    expect(cards()).toHaveLength(30)
  })

  it('[APP-01] is rendered on a television a screen beyond the focused card', async () => {
    await show(<Films count={30} />, { television: true })
    expect(cards()).toHaveLength(9)
    act(() => screen.getByRole('link', { name: 'film 9' }).focus())
    expect(cards()).toHaveLength(18)
    act(() => screen.getByRole('link', { name: 'film 2' }).focus())
    expect(cards()).toHaveLength(18)
  })

  it('is marked as busy while it has no cards', async () => {
    await show(<Films count={0} />)
    expect(track().getAttribute('aria-busy')).toBe('true')
  })

  it('has no arrows where all of it is visible', async () => {
    await show(<Films count={3} />)
    expect(arrow('Вперёд')).toBeNull()
    await view.shows(cards()[2] ?? null, 0.5)
    expect(arrow('Вперёд')?.disabled).toBe(false)
    expect(arrow('Назад')?.disabled).toBe(true)
  })

  it('scrolls by most of its width, beyond the cards that were rendered first', async () => {
    await show(<Films count={30} />)
    const scrollBy = vi.fn()
    Object.assign(track(), { scrollBy })
    Object.defineProperty(track(), 'clientWidth', { value: 1000 })
    await view.shows(cards()[8] ?? null, 0)
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
    act(() => void fireEvent.click(arrow('Вперёд') as HTMLElement))
    expect(scrollBy).toHaveBeenCalledWith({ left: 860, behavior: 'smooth' })
    expect(cards()).toHaveLength(30)
  })

  it('distinguishes its last rendered card from its end', async () => {
    await show(<Films count={30} />)
    await view.shows(cards()[8] ?? null, 1)
    await view.shows(cards()[0] ?? null, 0)
    expect(arrow('Вперёд')?.disabled).toBe(false)
    act(() => void fireEvent.pointerEnter(track()))
    await view.shows(cards()[29] ?? null, 1)
    expect(arrow('Вперёд')?.disabled).toBe(true)
    expect(arrow('Назад')?.disabled).toBe(false)
  })
})

describe('[HOME-01] content below the first screen', () => {
  function Piece({ name }: { readonly name: string }) {
    const [place, isNear] = useNearScreen()
    return (
      <div ref={place} data-testid={name}>
        {isNear && `${name} is drawn`}
      </div>
    )
  }
  const idle: (() => void)[] = []
  const beIdle = () => act(async () => idle.shift()?.())
  beforeEach(() => {
    idle.length = 0
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  })
  const drawn = (name: string) => screen.getByTestId(name).textContent !== ''

  it('is rendered when it comes near, one piece at a time while the browser is idle', async () => {
    await show(
      <>
        <Piece name="one" />
        <Piece name="two" />
      </>,
    )
    await beIdle()
    expect([drawn('one'), drawn('two')]).toEqual([false, false])
    await view.shows(screen.getByTestId('one'))
    await view.shows(screen.getByTestId('two'))
    expect(drawn('one')).toBe(false)
    await beIdle()
    expect([drawn('one'), drawn('two')]).toEqual([true, false])
    await beIdle()
    expect(drawn('two')).toBe(true)
  })

  it('is no longer observed when its page is left', async () => {
    const { unmount } = await show(<Piece name="one" />)
    const place = screen.getByTestId('one')
    unmount()
    await view.shows(place)
    expect(idle).toEqual([])
  })
})
