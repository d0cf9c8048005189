/** A frame of a file that is to be a picture of its film. */
export interface TakenFrame {
  readonly name: 'poster' | 'backdrop'
  /** The version of the stored picture. */
  readonly picture: string
  readonly image: string
}
