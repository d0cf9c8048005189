/** A text in both languages. */
export interface Words {
  readonly ru: string
  readonly uz: string
}
