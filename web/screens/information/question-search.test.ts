import { describe, expect, it } from 'vitest'
import { countAnswers, matchingSections } from './question-search.ts'

function answer(id: string, question: string, text = '') {
  return { kind: 'answer', id, question, text } as const
}

const sections = [
  {
    id: 'a',
    title: 'Начало',
    blocks: [answer('pay', 'Как оплатить?', 'Баланс пополняется в сумах'), answer('tv', 'Телевизор LG')],
  },
  { id: 'b', title: 'Parol', blocks: [answer('pass', 'Parolni unutdim')] },
  { id: 'c', title: 'Контакты', blocks: [{ kind: 'text', text: 'баланс' } as const] },
]

function matchesFor(query: string) {
  return matchingSections(sections, query).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'answer' ? [block.id] : [])),
  )
}

describe('[INFO-01] search over questions', () => {
  it('returns everything without a query', () => {
    expect(matchingSections(sections, '  ')).toBe(sections)
    expect(countAnswers(sections)).toBe(3)
  })

  it('matches question and answer by every word, in the other alphabet and layout', () => {
    expect(matchesFor('баланс сумах')).toEqual(['pay'])
    expect(matchesFor('баланс телевизор')).toEqual([])
    expect(matchesFor('televizor')).toEqual(['tv'])
    expect(matchesFor('пароль')).toEqual(['pass'])
    expect(matchesFor('парол')).toEqual(['pass'])
    expect(matchesFor(',fkfyc')).toEqual(['pay'])
  })

  it('drops sections without a match', () => {
    expect(matchingSections(sections, 'баланс').map(({ id }) => id)).toEqual(['a'])
  })
})
