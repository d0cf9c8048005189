import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { address, show, words } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { ChannelLogo } from './cards/channel-logo.tsx'
import { Portrait } from './cards/portrait.tsx'
import { Chips } from './controls/chips.tsx'
import { LinkTabs } from './controls/link-tabs.tsx'
import { SearchField } from './controls/search-field.tsx'
import { Select } from './controls/select.tsx'
import { Switch } from './controls/switch.tsx'
import { Picture } from './pictures/picture.tsx'
import { Rail } from './scroll/rail.tsx'

type Look = (entries: readonly { target: Element; intersectionRatio: number }[]) => void
/** Reports to the rail how much of its first and its last card is visible. */
let seen: (firstRatio: number, lastRatio: number) => void
beforeEach(() => {
  simulateServer()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #targets: Element[] = []
      constructor(look: Look) {
        seen = (...ratios) =>
          act(() => look(this.#targets.map((target, at) => ({ target, intersectionRatio: ratios[at] ?? 0 }))))
      }
      observe(target: Element) {
        this.#targets.push(target)
      }
      disconnect = () => undefined
    },
  )
})

describe('[HOME-01] a rail of cards', () => {
  const cards = Array.from({ length: 20 }, (_, index) => (
    <button key={index} type="button">
      {`card ${index}`}
    </button>
  ))
  const open = (television = false) =>
    show(
      <Rail title="Новинки" to="/movies">
        {cards}
      </Rail>,
      { television },
    )
  const drawn = () => screen.getAllByRole('listitem').length
  const arrow = (name: string) => screen.queryByTitle<HTMLButtonElement>(name)

  it('is a region with its title, which links to the whole list', async () => {
    const { user } = await open()
    const region = screen.getByRole('region', { name: 'Новинки' })
    await user.click(within(region).getByRole('link', { name: 'Новинки' }))
    expect(address()).toBe('/movies')
  })

  it('renders the visible cards first, and the others when the viewer interacts with it', async () => {
    const { user } = await open()
    expect(drawn()).toBe(9)
    await user.hover(screen.getByRole('list'))
    expect(drawn()).toBe(20)
  })

  it('renders the others for a keyboard as soon as the focus is in the rail', async () => {
    const { user } = await open()
    await user.tab()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('card 0')
    expect(drawn()).toBe(20)
  })

  it('grows on a television with the focus; its last card links to the whole list', async () => {
    await open(true)
    expect(drawn()).toBe(9)
    act(() => screen.getByText('card 8').focus())
    expect(drawn()).toBe(18)
    act(() => screen.getByText('card 17').focus())
    // The last card links to the whole list; elsewhere the heading does.
    expect(drawn()).toBe(21)
  })

  it('has arrows where there is more, only in the directions that have more', async () => {
    await open()
    seen(1, 0)
    expect([arrow('Назад')?.disabled, arrow('Вперёд')?.disabled]).toEqual([true, false])
    seen(0.4, 0)
    expect([arrow('Назад')?.disabled, arrow('Вперёд')?.disabled]).toEqual([false, false])
  })

  it('at its end has only the arrow back', async () => {
    const { user } = await open()
    await user.hover(screen.getByRole('list'))
    seen(0, 1)
    expect([arrow('Назад')?.disabled, arrow('Вперёд')?.disabled]).toEqual([false, true])
  })

  it('has no arrows where every card is visible', async () => {
    await show(<Rail title="Новинки">{cards.slice(0, 3)}</Rail>)
    seen(1, 1)
    expect(arrow('Вперёд')).toBeNull()
  })

  it('scrolls by most of its width, once all its cards are rendered', async () => {
    await open()
    seen(1, 0)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
    const frames: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
    const scrollBy = vi.fn()
    screen.getByRole('list').scrollBy = scrollBy
    fireEvent.click(arrow('Вперёд') as HTMLElement)
    expect(scrollBy).not.toHaveBeenCalled()
    expect(drawn()).toBe(20)
    for (const run of frames) run(0)
    expect(scrollBy).toHaveBeenCalledWith({ left: 860, behavior: 'smooth' })
    vi.restoreAllMocks()
  })

  it('reserves the space of its cards while they load', async () => {
    await show(<Rail title="Новинки" />)
    expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true')
    expect(arrow('Вперёд')).toBeNull()
  })
})

describe('an image', () => {
  const src = '/images/poster/12/0123456789abcdef0123-a1b2c3/320.webp'
  const image = () => document.querySelector('img')
  const open = (props: Partial<Parameters<typeof Picture>[0]> = {}) =>
    show(<Picture src={src} alt="Летят журавли" sizes="100px" from={160} to={480} {...props} />)

  it('is loaded in the width that its layout needs', async () => {
    await open()
    expect(image()?.getAttribute('srcset')?.split(', ')).toEqual(
      [160, 240, 320, 480].map((width) => `${src.replace('320', String(width))} ${width}w`),
    )
  })

  it('has its own colour until it has loaded', async () => {
    await open()
    expect(image()?.style.backgroundColor).toBe('#a1b2c3')
    fireEvent.load(image() as Element)
    expect(image()?.style.backgroundColor).toBe('')
  })

  it('that fails to load is tried at its original address, and then replaced by initials', async () => {
    await open()
    fireEvent.error(image() as Element)
    expect([image()?.getAttribute('src'), image()?.getAttribute('srcset')]).toEqual([src, null])
    fireEvent.error(image() as Element)
    expect(image()).toBeNull()
    expect(screen.getByRole('img', { name: 'Летят журавли' }).textContent).toBe('ЛЖ')
  })

  it('that replaces a failed one is tried from the start', async () => {
    function Changing() {
      const [at, setAt] = useState('/first.webp')
      return (
        <button type="button" onClick={() => setAt('/second.webp')}>
          <Picture src={at} alt="" name="Один" sizes="1px" />
        </button>
      )
    }
    const { user } = await show(<Changing />)
    for (let time = 0; time < 2; time++) fireEvent.error(image() as Element)
    expect(image()).toBeNull()
    await user.click(screen.getByRole('button'))
    expect(image()?.getAttribute('src')).toBe('/second.webp')
  })

  it('that repeats the text beside it is not announced, nor are its initials', async () => {
    await open({ src: '', alt: '', name: 'Летят журавли' })
    expect(screen.queryByRole('img')).toBeNull()
    expect(words()).toBe('ЛЖ')
  })

  it.each([
    ['the first screen', 'high', ['eager', 'high']],
    ['a rail in the first screen', true, ['eager', 'auto']],
    ['content further down', false, ['lazy', 'auto']],
  ] as const)('of %s is loaded with its priority', async (_, eager, turn) => {
    await open({ eager })
    expect([image()?.getAttribute('loading'), image()?.getAttribute('fetchpriority')]).toEqual(turn)
  })

  it('of a person shows the initials where there is no photo', async () => {
    await show(<Portrait name="Алексей Баталов" photo={null} sizes="80px" />)
    expect(words()).toBe('АБ')
  })

  it('of a channel that fails to load shows its initials', async () => {
    await show(<ChannelLogo name="Узбекистан 24" logo="/logo.webp" />)
    expect(words()).toBe('')
    fireEvent.error(image() as Element)
    expect(words()).toBe('У2')
  })
})

describe('a field that filters the page', () => {
  function Field() {
    const [value, setValue] = useState('')
    return <SearchField label="Найти канал" clear="Очистить" value={value} onChange={setValue} />
  }
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Найти канал' })

  it('is cleared by its button, which is shown while the field has text', async () => {
    const { user } = await show(<Field />)
    expect(screen.queryByRole('button')).toBeNull()
    await user.type(field(), 'спорт')
    await user.click(screen.getByRole('button', { name: 'Очистить' }))
    expect(field().value).toBe('')
  })

  it('is cleared by Esc', async () => {
    const { user } = await show(<Field />)
    await user.type(field(), 'спорт')
    expect(field().value).toBe('спорт')
    await user.keyboard('{Escape}')
    expect(field().value).toBe('')
  })
})

describe('a choice', () => {
  const options = [
    { value: 'a', name: 'Первое' },
    { value: 'b', name: 'Второе' },
  ]
  const onChoose = vi.fn()
  beforeEach(() => void onChoose.mockClear())

  it('among a few marks the current one, and is replaced by another', async () => {
    const { user } = await show(<Chips label="Что" chosen="a" options={options} onChoose={onChoose} />)
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Первое')
    await user.click(screen.getByRole('button', { name: 'Второе' }))
    expect(onChoose).toHaveBeenCalledWith('b')
  })

  it('among a few is scrolled into the middle of its strip', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(500)
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(80)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
    await show(<Chips label="Что" chosen="b" options={options} onChoose={onChoose} />)
    expect(screen.getByRole('group').scrollLeft).toBe(390)
    vi.restoreAllMocks()
  })

  it('from a list uses the native list of the phone or television', async () => {
    const { user } = await show(<Select label="Что" value="a" options={options} onChange={onChoose} />)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Что' }), 'Второе')
    expect(onChoose).toHaveBeenCalledWith('b')
  })

  it('of on and off acts at once, and is announced with its own label', async () => {
    const { user } = await show(
      <Switch isOn label="Продлевать" name="Продлевать: Базовый" onSwitch={onChoose} />,
    )
    await user.click(screen.getByRole('switch', { name: 'Продлевать: Базовый', checked: true }))
    expect(onChoose).toHaveBeenCalledWith(false)
  })
})

describe('the tabs of sibling pages', () => {
  const tabs = [
    { name: 'Избранное', to: '/my/favorites', isCurrent: true },
    { name: 'История', to: '/my/history', isCurrent: false },
  ]

  it('mark the current page, and link to the others', async () => {
    const { user } = await show(<LinkTabs label="Моё" tabs={tabs} />, { at: '/my/favorites' })
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Избранное')
    await user.click(screen.getByRole('link', { name: 'История' }))
    expect(address()).toBe('/my/history')
  })

  it('that replace each other add no history entries', async () => {
    const { user } = await show(<LinkTabs label="Моё" tabs={tabs} inPlace />, { at: '/my/favorites' })
    const before = history.length
    await user.click(screen.getByRole('link', { name: 'История' }))
    expect(address()).toBe('/my/history')
    expect(history.length).toBe(before)
  })
})
