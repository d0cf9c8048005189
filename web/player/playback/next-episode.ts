/** The episode after the one that plays. */
export interface NextEpisode {
  readonly vfid: number
  readonly title: string
  readonly play: () => void
}
