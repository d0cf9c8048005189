import { peopleList } from './titles/people-list.ts'

export interface DemoPerson {
  readonly aid: number
  readonly name_ru: string
  readonly name_uz: string
  readonly born: number
  readonly about_ru: string
  readonly about_uz: string
  readonly isDirector: boolean
  readonly gender: 'f' | 'm'
  /** Where they mostly work: uz, ru, tr, kr, jp, cn, in, kz, kg, ca (the Caucasus), we (the West). */
  readonly scene: string
}

function personOf(line: string, index: number): DemoPerson {
  const [head = '', name_ru = '', name_uz = '', about_ru = '', about_uz = '', ...extra] = line
    .split('|')
    .map((part) => part.trim())
  const [scene = '', trade, gender, born] = head.split(' ')
  if (about_uz === '' || extra.length > 0)
    throw new Error(`person ${index + 1} has the wrong format: ${line}`)
  return {
    aid: index + 1,
    name_ru,
    name_uz,
    about_ru,
    about_uz,
    born: Number(born),
    isDirector: trade === 'd',
    gender: gender === 'f' ? 'f' : 'm',
    scene,
  }
}

const people: readonly DemoPerson[] = peopleList.trim().split('\n').map(personOf)

export function demoPeople(): readonly DemoPerson[] {
  return people
}
