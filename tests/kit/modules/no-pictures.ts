import type { Pictures } from '#server/pictures/pictures.ts'

/** Pictures of a test that stores none. */
export const noPictures: Pick<Pictures, 'append' | 'has'> = {
  append: async () => ({ kind: 'refused', reason: 'this test stores no pictures' }),
  has: async () => false,
}
