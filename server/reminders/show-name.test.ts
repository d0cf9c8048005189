import { describe, expect, it } from 'vitest'
import { isSameShow, showNameOf, similarityOf } from './show-name.ts'

const keyOf = (title: string) => showNameOf(title).key

describe('[FOLLOW-02] the name of a show', () => {
  it('is the same in every form that guides use, with the numbers read', () => {
    const forms: readonly (readonly [string, number | undefined, number | undefined])[] = [
      ['Кухня', undefined, undefined],
      ['Т/с «Кухня», 2 сезон, 5 серия', 2, 5],
      ['Кухня (12+). Сезон 2. Серия 5', 2, 5],
      ['КУХНЯ. 2-й сезон, 5-я серия', 2, 5],
      ['Кухня 2 сезон 5-6 серии', 2, 5],
      ['Кухня S02E05', 2, 5],
      ['Кухня s2 ep.5', 2, 5],
      ['Кухня 2x05', 2, 5],
      ['Кухня. Season 2, Episode 5', 2, 5],
      ['Кухня, вып. 12', undefined, 12],
      ['т/с Кухня. 12 с.', undefined, 12],
      ['Сериал "Кухня" 5-серия. Премьера', undefined, 5],
      ['Kuxnya 2-mavsum, 5-qism', 2, 5],
      ['«Kuxnya» t/s. 5-qism (takror)', undefined, 5],
      ['Kuxnya, 2-mavsum 5-soni', 2, 5],
      ['Кухня 2-мавсум 5-қисм', 2, 5],
      ['Kuxnya. 2-fasl, 5-qism', 2, 5],
    ]
    for (const [title, season, episode] of forms) {
      const read = showNameOf(title)
      expect([read.key, read.season, read.episode], title).toEqual(['kuhnia', season, episode])
    }
  })

  it('keeps numbers that belong to it', () => {
    expect(keyOf('Дом 2')).not.toBe(keyOf('Дом'))
    expect(keyOf('1984')).toBe('1984')
    expect(showNameOf('Новости 24')).toEqual({ key: 'novosti 24' })
  })

  it('is empty where a title names no show', () => {
    for (const title of ['', '5 серия', 'Т/с', '12+']) expect(keyOf(title), title).toBe('')
  })

  it('tolerates a typing error in a long name, but no other number and no short name', () => {
    expect(isSameShow(keyOf('Экстрасенслар жанги'), keyOf('Ekstrasenslar jangi'))).toBe(true)
    expect(isSameShow(keyOf('Великолепный век'), keyOf('Великолепный вег'))).toBe(true)
    expect(isSameShow(keyOf('Маша'), keyOf('Паша'))).toBe(false)
    expect(isSameShow(keyOf('Битва экстрасенсов 22'), keyOf('Битва экстрасенсов 23'))).toBe(false)
    expect(isSameShow('', '')).toBe(false)
  })

  it('is more or less similar to another one', () => {
    const similarity = (a: string, b: string) => similarityOf(keyOf(a), keyOf(b))
    expect(similarity('Вечерний Ургант', 'Вечерний Ургант')).toBe(1)
    expect(similarity('Вечерний Ургант', 'Вечерний Ургант. Дайджест')).toBeGreaterThan(0.6)
    expect(similarity('Вечерний Ургант', 'Новости')).toBeLessThan(0.2)
    expect(similarity('', 'Новости')).toBe(0)
  })
})
