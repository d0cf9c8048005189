import { expect, it } from 'vitest'
import { lineDifferences } from './line-differences.ts'

const shown = (before: string, after: string) =>
  lineDifferences(before, after).map(({ kind, text }) => ({ same: ' ', gone: '-', new: '+' })[kind] + text)

it('shows what differs with the lines around it', () => {
  expect(shown('a\nb\nc\nd\ne', 'a\nb\nC\nd\ne')).toEqual([' b', '-c', '+C', ' d'])
  expect(shown('a\nb', 'a\nb\nc')).toEqual([' b', '+c'])
  expect(shown('a\nb\nc\nx\ny\nz', 'b\nc\nx\nq\ny\nz')).toEqual(['-a', ' b', ' x', '+q', ' y'])
  expect(shown('a', 'a')).toEqual([])
})

it('compares texts that are too long as wholes', () => {
  const [was, is] = ['a', 'b'].map((letter) =>
    Array.from({ length: 1100 }, (_, line) => letter + line).join('\n'),
  )
  expect(lineDifferences(was ?? '', is ?? '')).toHaveLength(2200)
})
