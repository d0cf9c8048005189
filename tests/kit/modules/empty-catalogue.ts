import { type LiveCatalogue, indexCatalogue } from '#server/catalogue/catalogue.ts'

const nothing = indexCatalogue({
  ...{ titles: [], genres: [], categories: [], providers: [], collections: [] },
  people: new Map(),
})

/** A catalogue without titles. */
export const emptyCatalogue: Pick<LiveCatalogue, 'now'> = { now: () => nothing }
