import type { WidePicture } from '#db/demo/scenes/hero.ts'

/** One language of a news item as it is written down. */
export interface NewsText {
  readonly title: string
  readonly lead: string
  readonly paragraphs: readonly string[]
}

export interface NewsTextInput {
  readonly ru: NewsText
  readonly uz: NewsText
  readonly picture: Omit<WidePicture, 'seed'>
  /** How many days ago it came out. */
  readonly daysAgo: number
}
