import { describe, expect, it } from 'vitest'
import { type LogoFile, sureChoice, toggled, viewOf } from './logo-choice.ts'

type Mark = LogoFile['matches'][number]['marks'][number]

function file(fileNo: number, ...matches: readonly (readonly [cid: number, ...marks: Mark[]])[]): LogoFile {
  return {
    ...{ file_no: fileNo, file: `${fileNo}.png`, image: '', width: 1, height: 1 },
    matches: matches.map(([cid, ...marks]) => ({
      ...{ cid, number: cid, name: '', by: 'name' as const, score: 1, doubt: '' as const, logo: '' },
      marks: [...marks],
    })),
  }
}

describe('[CHAN-03] logos that are chosen', () => {
  const files = [
    file(0, [1], [2, 'locked']),
    file(1, [1]),
    file(2, [3, 'unsure']),
    file(3),
    file(4, [5, 'same']),
  ]

  it('are at first those that nothing speaks against, one for a channel', () => {
    expect([...sureChoice(files)]).toEqual([[1, 0]])
  })

  it('are one for a channel, whichever was pressed last', () => {
    const other = toggled(sureChoice(files), 1, 1)
    expect([...other]).toEqual([[1, 1]])
    expect([...toggled(other, 1, 1)]).toEqual([])
  })

  it('are told apart by what they need', () => {
    expect(files.map(viewOf)).toEqual(['look', 'sure', 'look', 'none', 'same'])
  })
})
