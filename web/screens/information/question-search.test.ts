import { describe, expect, it } from 'vitest'
import { countAnswers, foundSections } from './question-search.ts'

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

function found(query: string) {
  return foundSections(sections, query).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'answer' ? [block.id] : [])),
  )
}

describe('[INFO-01] search over questions', () => {
  it('leaves everything without a query', () => {
    expect(foundSections(sections, '  ')).toBe(sections)
    expect(countAnswers(sections)).toBe(3)
  })

  it('finds by question and answer, every word, in the other alphabet and layout', () => {
    expect(found('баланс сумах')).toEqual(['pay'])
    expect(found('баланс телевизор')).toEqual([])
    expect(found('televizor')).toEqual(['tv'])
    expect(found('пароль')).toEqual(['pass'])
    expect(found('парол')).toEqual(['pass'])
    expect(found(',fkfyc')).toEqual(['pay'])
  })

  it('leaves no section without an answer', () => {
    expect(foundSections(sections, 'баланс').map(({ id }) => id)).toEqual(['a'])
  })
})
