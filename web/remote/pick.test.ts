import { describe, expect, it } from 'vitest'
import { pickNext, type Box, type Direction } from './pick.ts'

function box(left: number, top: number, width = 100, height = 100): Box {
  return {
    left,
    top,
    right: left + width,
    bottom: top + height,
  }
}

/** Two rails of posters and a button above them. */
const page = {
  button: box(0, 0, 180, 50),
  a1: box(0, 100),
  a2: box(120, 100),
  a3: box(240, 100),
  b1: box(60, 300),
  b2: box(180, 300),
}
type Name = keyof typeof page
const names = Object.keys(page) as Name[]

function from(name: Name, direction: Direction): Name | null {
  const others = names.filter((other) => other !== name).map((other) => ({ name: other, box: page[other] }))
  return pickNext(page[name], others, direction)?.name ?? null
}

describe('the arrows', () => {
  it.each([
    ['a1', 'right', 'a2'],
    ['a3', 'left', 'a2'],
    ['a3', 'right', null],
    ['a1', 'left', null],
    ['button', 'down', 'a1'],
    ['a2', 'up', 'button'],
    ['a3', 'up', 'button'],
    ['a3', 'down', 'b2'],
    ['b1', 'up', 'a1'],
    ['b2', 'down', null],
  ] as const)('from %s to the %s is %s', (name, direction, target) => {
    expect(from(name, direction)).toBe(target)
  })

  it('go to the nearest row, not to the best column behind it', () => {
    const rows = [
      { name: 'near', box: box(600, 120) },
      { name: 'straight', box: box(0, 400) },
    ]
    expect(pickNext(box(0, 0), rows, 'down')?.name).toBe('near')
  })

  it('reach what is inside a field, and the field from it', () => {
    const field = { name: 'field', box: box(0, 0, 600, 80) }
    const eye = { name: 'eye', box: box(540, 16, 48, 48) }
    const below = { name: 'below', box: box(0, 120, 600, 80) }
    expect(pickNext(field.box, [eye, below], 'right')?.name).toBe('eye')
    expect(pickNext(field.box, [eye, below], 'left')).toBeNull()
    expect(pickNext(field.box, [eye, below], 'down')?.name).toBe('below')
    expect(pickNext(eye.box, [field, below], 'left')?.name).toBe('field')
    expect(pickNext(eye.box, [field, below], 'right')).toBeNull()
    expect(pickNext(eye.box, [field, below], 'down')?.name).toBe('below')
  })
})
