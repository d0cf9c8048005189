import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createChanges, createStore, useStore, type Store } from './create-store.ts'
import { useLatest } from './use-latest.ts'
import { useOnChange } from './use-on-change.ts'

afterEach(cleanup)

function Shown({ store }: { readonly store: Store<string> }) {
  return <p role="status">{useStore(store, () => 'drawn')}</p>
}

describe('a store', () => {
  it('updates all components that use it with every change', () => {
    const store = createStore('one')
    render([<Shown key="a" store={store} />, <Shown key="b" store={store} />])
    const texts = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(texts()).toEqual(['one', 'one'])
    act(() => store.set('two'))
    expect(texts()).toEqual(['two', 'two'])
  })

  it('returns on the server what was rendered', () => {
    expect(renderToString(<Shown store={createStore('one')} />)).toContain('drawn')
  })

  it('does not notify for the same value, nor a removed listener', () => {
    const store = createStore('one')
    const heard = vi.fn<() => void>()
    const leave = store.subscribe(heard)
    store.set('one')
    expect(heard).not.toHaveBeenCalled()
    store.set('two')
    leave()
    store.set('three')
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('counts its listeners, and lets one be removed during a notification', () => {
    const changes = createChanges()
    const heard: string[] = []
    const leave = changes.subscribe(() => {
      heard.push('first')
      leave()
    })
    changes.subscribe(() => heard.push('second'))
    expect(changes.count()).toBe(2)
    changes.emit()
    changes.emit()
    expect(heard).toEqual(['first', 'second', 'second'])
    expect(changes.count()).toBe(1)
  })
})

describe('an effect that follows a change', () => {
  const log: string[] = []
  afterEach(() => {
    log.length = 0
  })

  function Follower({ page, word }: { readonly page: string; readonly word: string }) {
    useOnChange([page], () => {
      log.push(`begin ${page} ${word}`)
      return () => log.push(`end ${page}`)
    })
    return null
  }

  it('runs at first and with every change of its dependencies, not of other values it reads; it ends with the component', () => {
    const { rerender, unmount } = render(<Follower page="a" word="1" />)
    rerender(<Follower page="a" word="2" />)
    rerender(<Follower page="b" word="3" />)
    unmount()
    expect(log).toEqual(['begin a 1', 'end a', 'begin b 3', 'end b'])
  })

  it('runs again when React removes the component and adds it again', () => {
    render(
      <StrictMode>
        <Follower page="a" word="1" />
      </StrictMode>,
    )
    expect(log).toEqual(['begin a 1', 'end a', 'begin a 1'])
  })
})

it('a handler that is bound once reads the newest value', () => {
  const read: number[] = []
  let bound: (() => void) | undefined
  function Counter() {
    const [count, setCount] = useState(1)
    const countRef = useLatest(count)
    bound ??= () => read.push(countRef.current)
    return <button onClick={() => setCount(count + 1)}>more</button>
  }
  render(<Counter />)
  bound?.()
  act(() => screen.getByRole('button').click())
  bound?.()
  expect(read).toEqual([1, 2])
})
