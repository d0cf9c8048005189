import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { pickNext, type Direction } from '#web/remote/pick.ts'

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export interface Options {
  /** The id of the selected option; null while the caret is in the text. */
  readonly active: string | null
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/**
 * The arrow keys of a combobox: down moves from the field into the results, where the arrows follow their layout;
 * Enter opens the selected one, Escape returns to the text. The focus itself stays in the field.
 */
export function useOptions(
  list: RefObject<HTMLElement | null>,
  response: unknown,
  onEnter: () => void,
): Options {
  // New results clear the selection.
  const [chosen, setChosen] = useState<{ readonly of: unknown; readonly id: string | null }>({
    of: response,
    id: null,
  })
  const active = chosen.of === response ? chosen.id : null
  const setActive = (id: string | null) => setChosen({ of: response, id })
  useEffect(() => {
    if (active !== null) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const move = (options: readonly HTMLElement[], from: HTMLElement, direction: Direction) => {
    const boxes = options
      .filter((option) => option !== from)
      .map((option) => ({ id: option.id, box: option.getBoundingClientRect() }))
    const next = pickNext(from.getBoundingClientRect(), boxes, direction)
    if (next !== null) setActive(next.id)
    else if (direction === 'up') setActive(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    const options = optionsIn(list.current)
    const from = options.find(({ id }) => id === active)
    const direction = directions[event.key]
    if (event.key === 'Enter') {
      event.preventDefault()
      onEnter()
      from?.click()
    } else if (event.key === 'Escape' && from !== undefined) {
      event.preventDefault()
      setActive(null)
    } else if (direction !== undefined && (from !== undefined || direction === 'down')) {
      event.preventDefault()
      if (from === undefined) setActive(options[0]?.id ?? null)
      else move(options, from, direction)
    }
  }
  return { active, onKeyDown }
}

function optionsIn(list: HTMLElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('[role="option"]')]
}
